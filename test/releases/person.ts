import { setTimeout as sleep } from 'node:timers/promises';
import { positionOf } from '../../infra/cli/bots/board.ts';
import type { LocalCloud } from '../../infra/local/local-cloud.ts';
import type { Asked } from '../../shared/client/asking.ts';
import { present } from '../../shared/core/assert.ts';
import type { ArenaId, GameId, PlayerId } from '../../shared/core/ids.ts';
import type { GameView } from '../../shared/protocol/game-view.ts';
import type { ServerMessage } from '../../shared/protocol/server-message.ts';
import { type Side, sideAt } from '../../shared/rules/rules.ts';
import { openLine } from '../support/line.ts';

/** A player of a recording: says what he is told to, and remembers what he hears. */
export interface Person {
  readonly player: PlayerId;
  readonly ask: (message: Asked) => Promise<ServerMessage>;
  /** The next push of this type that nobody has waited for yet. */
  readonly hears: <T extends ServerMessage['t']>(
    t: T,
  ) => Promise<Extract<ServerMessage, { readonly t: T }>>;
  readonly hangUp: () => void;
}

const HEARS_WITHIN_MS = 40_000;
const LOOK_EVERY_MS = 10;

/** Connects by an address that a ticket was given with. */
export async function comePerson(url: string, player: PlayerId): Promise<Person> {
  const heard: ServerMessage[] = [];
  const line = await openLine(url, (message) => void heard.push(message));
  const ask: Person['ask'] = async (message) => present(await line.ask(message), 'an answer');
  const hears: Person['hears'] = async (t) => {
    const untilMs = Date.now() + HEARS_WITHIN_MS;
    for (;;) {
      const at = heard.findIndex((message) => message.t === t);
      if (at >= 0) return heard.splice(at, 1)[0] as Extract<ServerMessage, { t: typeof t }>;
      if (Date.now() > untilMs) throw new Error(`${player} has not heard ${t}`);
      await sleep(LOOK_EVERY_MS);
    }
  };
  return { player, ask, hears, hangUp: line.close };
}

/** With an account of the local issuer. */
export async function comeWithAccount(
  { issuer, httpUrl }: LocalCloud,
  name: string,
): Promise<Person> {
  const token = await issuer.mintToken({ subject: name, name, rating: 1_400 + 50 * name.length });
  const answer = await fetch(`${httpUrl}/tickets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: '{}',
  });
  const { url, player } = (await answer.json()) as { url: string; player: PlayerId };
  return comePerson(url, player);
}

/** A game of two persons, on the board between them. */
export interface Table {
  readonly game: GameView;
  readonly sides: Readonly<Record<Side, Person>>;
  /** Plays so many of the first legal moves, or these. */
  readonly plays: (moves: number | readonly string[]) => Promise<void>;
  readonly ply: () => number;
}

/** Both want a game after that one and sit down to it. */
export async function sitDown(
  persons: readonly [Person, Person],
  arena: ArenaId,
  after: GameId | null,
): Promise<Table> {
  for (const { ask } of persons) await ask({ t: 'lobby', arena, after });
  const [{ game }] = (await Promise.all(persons.map(({ hears }) => hears('paired')))) as [
    Extract<ServerMessage, { readonly t: 'paired' }>,
  ];
  const sitting = (side: Side): Person =>
    present(
      persons.find(({ player }) => player === game[side].id),
      'a person of the game',
    );
  const sides = { first: sitting('first'), second: sitting('second') };
  const moves: string[] = [];
  const move = async (wanted: string | null): Promise<void> => {
    const { rules, position } = positionOf({ ...game, moves: moves.join(' ') });
    const text = wanted ?? present(rules.legal(position)[0], 'a legal move');
    const { ask } = sides[sideAt(moves.length)];
    await ask({ t: 'move', game: game.id, ply: moves.length, move: text });
    moves.push(text);
  };
  return {
    game,
    sides,
    ply: () => moves.length,
    plays: async (wanted) => {
      const all = typeof wanted === 'number' ? Array<null>(wanted).fill(null) : wanted;
      for (const one of all) await move(one);
    },
  };
}
