import type { ClientMessage } from '../protocol/client-message.ts';
import type { ServerMessage } from '../protocol/server-message.ts';
import { type Alarm, createAlarm } from './alarm.ts';
import type { Surroundings } from './surroundings.ts';

/** Leaves `cid` to the client. */
export type Asked = ClientMessage extends infer M
  ? M extends unknown
    ? Omit<M, 'cid'>
    : never
  : never;

/** null: the client is closed, nobody answered on several lines, or too many commands wait. */
export type Answer = ServerMessage | null;

interface Command {
  readonly message: Asked;
  readonly resolve: (answer: Answer) => void;
  readonly number: number;
  /** How often it was sent; the silences of this line; the lines that have failed it. */
  sent: number;
  silences: number;
  lines: number;
}

/** Twice as long after each silence: a server that is slow must not be asked ever more. */
const ANSWER_MS_MAX = 5_000;
const SILENCES_MAX = 3;
const LINES_MAX = 3;
const QUEUE_MAX = 32;
/** After a frame in which the gateway speaks for itself (throttled, function failed). */
const SLOW_DOWN_MS = 300;
const SLOW_DOWN_MS_MAX = 10_000;

/** A command was not answered in time; a command was not answered at all on this line. */
export type Trouble = 'silence' | 'unanswered';

/** The commands of a player, one unanswered at a time: the gateway would not keep their order. */
export class Asking {
  readonly #random: Surroundings['random'];
  readonly #alarm: Alarm;
  readonly #onTrouble: (what: Trouble) => void;
  readonly #queue: Command[] = [];
  #current: Command | null = null;
  #isInFlight = false;
  #send: ((text: string) => void) | null = null;
  #isReleased = false;
  #isClosed = false;
  #asked = 0;

  constructor(
    { after, random }: Pick<Surroundings, 'after' | 'random'>,
    onTrouble: (what: Trouble) => void,
  ) {
    this.#random = random;
    this.#alarm = createAlarm(after);
    this.#onTrouble = onTrouble;
  }

  ask(message: Asked): Promise<Answer> {
    return this.#put(message, false);
  }

  /** Comes before all that wait. */
  askFirst(message: Asked): Promise<Answer> {
    return this.#put(message, true);
  }

  isAsking(...any: (Asked['t'] | undefined)[]): boolean {
    return [this.#current, ...this.#queue].some((command) => any.includes(command?.message.t));
  }

  /** A new line: until it is released it carries nothing but what greets. */
  open(send: (text: string) => void): void {
    this.#send = send;
    this.#pump();
  }

  release(): void {
    this.#isReleased = true;
    this.#pump();
  }

  /** The line is lost: what was unanswered is sent again on the next one, greetings are not. */
  drop(): void {
    this.#send = null;
    this.#isReleased = false;
    const command = this.#take();
    if (command !== null) {
      command.lines += 1;
      if (command.lines >= LINES_MAX) command.resolve(null);
      else this.#queue.unshift(command);
    }
    const greetings = this.#queue.filter(greets);
    this.#queue.splice(0, this.#queue.length, ...this.#queue.filter((one) => !greets(one)));
    for (const { resolve } of greetings) resolve(null);
  }

  close(): void {
    this.#isClosed = true;
    this.drop();
    for (const { resolve } of this.#queue.splice(0)) resolve(null);
  }

  /**
   * What is answered by this; null: nothing any more. Whatever any attempt has brought about has
   * happened; a refusal counts only for the last one, which may have come later to a yes.
   */
  awaited(cid: string, answer: ServerMessage): Asked | null {
    const command = this.#current;
    if (command === null) return null;
    const isOurs = answer.t === 'refused' ? cid === cidOf(command) : isOf(cid, command);
    return isOurs ? command.message : null;
  }

  settle(cid: string, answer: ServerMessage): void {
    if (this.awaited(cid, answer) === null) return;
    this.#take()?.resolve(answer);
    this.#pump();
  }

  /** Whatever is unanswered has not been taken: send it again later. Other `cid`s mean nothing. */
  slowDown(cid?: string, retryInMs?: number): void {
    const command = this.#current;
    if (command === null || !this.#isInFlight) return;
    if (cid !== undefined && cid !== cidOf(command)) return;
    const pauseMs = Math.min(SLOW_DOWN_MS * 2 ** (command.sent - 1), SLOW_DOWN_MS_MAX);
    this.#again(retryInMs ?? Math.floor(pauseMs * (0.5 + this.#random())));
  }

  #put(message: Asked, isFirst: boolean): Promise<Answer> {
    if (this.#isClosed || this.#queue.length >= QUEUE_MAX) return Promise.resolve(null);
    this.#asked += 1;
    const number = this.#asked;
    return new Promise((resolve) => {
      const command: Command = { message, resolve, number, sent: 0, silences: 0, lines: 0 };
      if (isFirst) this.#queue.unshift(command);
      else this.#queue.push(command);
      this.#pump();
    });
  }

  #pump(): void {
    if (this.#current !== null || this.#send === null) return;
    const next = this.#isReleased ? this.#queue[0] : this.#queue.find(greets);
    if (next === undefined) return;
    this.#queue.splice(this.#queue.indexOf(next), 1);
    next.silences = 0;
    this.#current = next;
    this.#transmit(next);
  }

  #transmit(command: Command): void {
    command.sent += 1;
    this.#isInFlight = true;
    this.#alarm(ANSWER_MS_MAX * 2 ** command.silences, () => {
      command.silences += 1;
      this.#onTrouble('silence');
      this.#again(0);
    });
    this.#send?.(JSON.stringify({ ...command.message, cid: cidOf(command) }));
  }

  /** The same command may be sent again: repeats are answered, not punished. */
  #again(delayMs: number): void {
    const command = this.#current;
    if (command === null) return;
    this.#isInFlight = false;
    this.#alarm();
    if (command.silences >= SILENCES_MAX) this.#onTrouble('unanswered');
    else this.#alarm(delayMs, () => this.#transmit(command));
  }

  #take(): Command | null {
    const command = this.#current;
    this.#alarm();
    this.#current = null;
    this.#isInFlight = false;
    return command;
  }
}

const greets = ({ message }: Command): boolean => message.t === 'hello';

const isOf = (cid: string, { number }: Command): boolean => cid.startsWith(`${number}.`);

const cidOf = ({ number, sent }: Command): string => `${number}.${sent - 1}`;
