import type { ArenaId } from '../core/ids.ts';
import type { Refusal } from '../core/refusal.ts';
import type { ServerMessage } from '../protocol/server-message.ts';
import { type Answer, type Asked, Asking } from './asking.ts';
import { Early } from './early.ts';
import { type ClientEvent, type ClientState, createEvents, type Events } from './events.ts';
import { readFrame } from './frame.ts';
import { Lines } from './lines.ts';
import { arenaOf, type Heard, Memory, nothingKnown } from './memory.ts';
import { isPlaying } from './my-game.ts';
import { Opponent } from './opponent.ts';
import { Pings } from './pings.ts';
import { type ClockEstimate, createServerClock } from './server-clock.ts';
import type { Surroundings } from './surroundings.ts';
import { Wishes } from './wishes.ts';

export interface ClientOptions {
  readonly arena: ArenaId;
  /** Fetches a fresh WebSocket address; its ticket is good for one connection. */
  readonly address: () => Promise<string>;
  /** Takes a seat in the arena where the player has none; else the app asks `enter` itself. */
  readonly enters?: boolean;
  /** The first connection is opened at a random moment within this time; 1 s by default. */
  readonly connectWithinMs?: number;
}

/** The protocol that this client speaks; the type fails to compile when the server's differs. */
const VERSION: Extract<Asked, { readonly t: 'hello' }>['v'] = 1;
const CONNECT_WITHIN_MS = 1_000;

/** Whoever is refused so knows something that is no more. */
const BEHIND: readonly Refusal['code'][] = [
  'noSuchGame',
  'notAPlayer',
  'gameOver',
  'stalePly',
  'notYourTurn',
  'outOfTime',
  'noOffer',
  'nothingToClaim',
  'yourTurn',
];

/** One player in one arena, over any number of connections. */
export class ArenaClient {
  readonly #surroundings: Surroundings;
  readonly #options: ClientOptions;
  readonly #events: Events = createEvents();
  readonly #serverClock = createServerClock();
  readonly #memory: Memory;
  readonly #asking: Asking;
  readonly #early: Early;
  readonly #opponent: Opponent;
  readonly #wishes: Wishes;
  readonly #pings: Pings;
  readonly #lines: Lines;
  #enters: boolean | undefined;

  constructor(surroundings: Surroundings, options: ClientOptions) {
    const { after, now } = surroundings;
    this.#surroundings = surroundings;
    this.#options = options;
    this.#enters = options.enters;
    this.#memory = new Memory(nothingKnown(now()), (event) => this.#emit(event));
    this.#asking = new Asking(surroundings, (what) => {
      if (what === 'silence') this.#pings.probe();
      else this.#lines.lose();
    });
    this.#early = new Early({
      after,
      hear: (message) => this.#remember(message),
      isPlaying: () => isPlaying(this.state.game),
      catchUp: () => this.refresh(),
    });
    this.#opponent = new Opponent(
      after,
      () => this.serverNowMs(),
      (game) => this.#asking.ask({ t: 'claimFlag', game: game.id }),
      () => this.refresh(),
    );
    this.#wishes = new Wishes(after, this.#memory, (played) => this.#sayLobby(played));
    this.#pings = new Pings(surroundings, this.#serverClock, {
      measured: () => this.#measured(),
      dead: () => this.#lines.lose(),
    });
    this.#lines = new Lines(surroundings, options.address, {
      opened: (send) => this.#opened(send),
      heard: (text) => this.#heard(text),
      lost: () => this.#lost(),
      changed: (line) => {
        this.#memory.change({ line });
        this.#emit({ t: 'line', line });
      },
    });
  }

  get state(): ClientState {
    return this.#memory.state;
  }

  /** Listens to one kind of event; returns what ends it. */
  readonly on: Events['on'] = (t, listener) => this.#events.on(t, listener);

  connect(): void {
    this.#lines.start(this.#options.connectWithinMs ?? CONNECT_WITHIN_MS);
  }

  /** For good. */
  close(): void {
    this.#close('asked');
  }

  /** The app is in the foreground again: looks at once whether the line holds, or opens one. */
  wake(): void {
    if (this.#lines.isOpen()) this.#pings.probe();
    else this.#lines.hurry();
  }

  /** Any command; one is under way at a time, and again until it is answered. */
  ask(message: Asked): Promise<Answer> {
    return this.#asking.ask(message);
  }

  /** A move in the running game, after the last ply that is known. */
  async move(text: string): Promise<Answer> {
    const { game } = this.state;
    if (game === null) return { t: 'refused', code: 'noSuchGame' };
    return this.ask({ t: 'move', game: game.id, ply: game.ply, move: text });
  }

  /** Another game is wanted, now or after the running one; kept up until it is there. */
  want(): void {
    if (this.state.line.is !== 'closed') this.#wishes.want();
  }

  /** No more games, until `want` after a `resume`. */
  pause(): Promise<Answer> {
    this.#wishes.rest();
    return this.#say('pause');
  }

  resume(): Promise<Answer> {
    return this.#say('resume');
  }

  /** Takes a seat, by a password where the arena has one. */
  enter(password?: string): Promise<Answer> {
    return this.#say('enter', password);
  }

  /** Gives the seat up; the client does not take it again by itself. */
  leave(): Promise<Answer> {
    return this.#say('leave');
  }

  /** Asks for the whole state; the client does so by itself wherever it sees a gap. */
  refresh(): void {
    if (this.#lines.isOpen() && !this.#asking.isAsking('hello')) void this.#hello();
  }

  /** null before the first ping is answered. */
  clock(): ClockEstimate | null {
    return this.#serverClock.estimate();
  }

  /** The server's time by the best estimate (epoch ms), as `timeLeft` takes it. */
  serverNowMs(): number {
    return this.#surroundings.now() + (this.clock()?.offsetMs ?? 0);
  }

  #emit(event: ClientEvent): void {
    if (event.t === 'paired') this.#wishes.rest();
    if (event.t === 'left') this.#enters = false;
    this.#events.emit(event);
  }

  #measured(): void {
    const clock = this.clock();
    if (clock !== null) this.#emit({ t: 'clock', clock });
  }

  #opened(send: (text: string) => void): void {
    this.#pings.start(send);
    this.#asking.open(send);
    void this.#greet();
  }

  #lost(): void {
    this.#pings.stop();
    this.#early.forget();
    this.#opponent.rest();
    this.#asking.drop();
  }

  #close(why: string): void {
    this.#lines.close(why);
    this.#asking.close();
    this.#wishes.rest();
  }

  /** The first words on a line; whatever was unanswered on the last one follows. */
  async #greet(): Promise<void> {
    const isFirst = this.state.seat === null;
    const answer = await this.#hello();
    if (answer !== null) this.#lines.greeted();
    if (answer?.t === 'refused') this.#refusedToGreet(answer.code);
    // A seat that he has taken elsewhere since is not taken back by a client in the background.
    if (answer?.t === 'state' && !answer.you.seated && isFirst) this.#enter();
    else if (answer?.t === 'state') this.#wishes.resumed();
    if (answer !== null) this.#asking.release();
  }

  #hello(): Promise<Answer> {
    const { game } = this.state;
    const known = { game: game?.id, ply: game?.ply };
    return this.#asking.askFirst({ t: 'hello', v: VERSION, arena: this.#options.arena, ...known });
  }

  #refusedToGreet(code: Refusal['code']): void {
    if (code === 'noSuchArena' || code === 'invalid') this.#close(code);
    if (code === 'notEntered') this.#enter();
  }

  #enter(): void {
    if (!this.#enters || this.#asking.isAsking('enter', 'leave')) return;
    const entered = this.#asking.askFirst({ t: 'enter', arena: this.#options.arena });
    void entered.then(() => this.#wishes.resumed());
  }

  /** What is not said goes over no wire: `password` only where there is one. */
  #say(t: 'enter' | 'leave' | 'pause' | 'resume', password?: string): Promise<Answer> {
    return this.ask({ t, arena: this.#options.arena, password } as Asked);
  }

  #sayLobby(after: Extract<Asked, { readonly t: 'lobby' }>['after']): Promise<Answer> | null {
    if (this.#asking.isAsking('lobby')) return null;
    return this.#asking.ask({ t: 'lobby', arena: this.#options.arena, after });
  }

  #heard(text: string): void {
    this.#pings.heard();
    const frame = readFrame(text);
    switch (frame.kind) {
      case 'pong':
        this.#pings.pong(frame.serverMs);
        return;
      case 'gateway':
        this.#pings.slowDown();
        this.#asking.slowDown();
        return;
      case 'slowDown':
        this.#asking.slowDown(frame.cid, frame.retryInMs);
        return;
      case 'bye':
        this.#close(frame.code);
        return;
      case 'push':
        this.#early.hear(frame.message);
        return;
      case 'answer':
        this.#heardAnswer(frame.cid, frame.message);
    }
  }

  #heardAnswer(cid: string, message: ServerMessage): void {
    const asked = this.#asking.awaited(cid, message);
    if (asked === null) return;
    if (message.t === 'refused') {
      const { t: _, ...refusal } = message;
      // That claim is the client's own, and it asks again.
      if (asked.t !== 'claimFlag') this.#emit({ t: 'refused', asked, refusal });
      if (BEHIND.includes(refusal.code)) this.refresh();
    } else this.#early.hear(message);
    this.#asking.settle(cid, message);
  }

  #remember(message: ServerMessage): Heard {
    const { game: before } = this.state;
    const arena = arenaOf(message);
    if (arena !== null && arena !== this.#options.arena) return 'known';
    const heard = this.#memory.hear(message);
    this.#wishes.heard(message);
    const { game, side } = this.state;
    this.#opponent.look(game, side);
    if (game === null || game === before || !isPlaying(game)) return heard;
    const isAsked = game.claimedBy !== null && game.claimedBy !== side;
    if (isAsked && !this.#asking.isAsking('here')) {
      void this.#asking.askFirst({ t: 'here', game: game.id });
    }
    return heard;
  }
}
