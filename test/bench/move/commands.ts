import type { Write } from '../../../shared/app/ports.ts';
import { type Arena, shardOf, shardsFor } from '../../../shared/arena/arena.ts';
import type { Row } from '../../../shared/arena/row.ts';
import { assert, present } from '../../../shared/core/assert.ts';
import {
  type ConnectionId,
  connectionId,
  type GameId,
  ID_BYTES,
  idFromBytes,
  type PlayerId,
} from '../../../shared/core/ids.ts';
import { seededRandom } from '../../../shared/core/random.ts';
import { deadlineOf } from '../../../shared/game/clock.ts';
import type { Game, LiveGame, Seat } from '../../../shared/game/game.ts';
import type { ClientMessage } from '../../../shared/protocol/client-message.ts';
import { rulesOf } from '../../../shared/rules/registry.ts';
import { type Side, sideAt } from '../../../shared/rules/rules.ts';
import { anIdleRow, anOpenArena } from '../../support/builders.ts';
import { aProfile, aGame as aSampleGame } from '../../support/samples.ts';
import type { Bill } from './bill.ts';

/** One command, and what has to be stored for it to be taken. */
export interface Prepared {
  readonly stored: readonly Write[];
  readonly player: PlayerId;
  readonly connection: ConnectionId;
  readonly message: ClientMessage;
}

export interface Command {
  readonly functionName: 'move' | 'game' | 'lobby';
  /** `t` of the answer to a command that is taken. */
  readonly answer: string;
  readonly bill: Bill;
  /** The `n`th of its kind. */
  readonly prepare: (n: number) => Prepared;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const LIMIT_MS = 10 * MINUTE_MS;
const PLAYERS_MAX = 10_000;
/** An ordinary game of Oware, as in the budgets of the design. */
export const GAME_PLIES = 70;
const MIDDLE_PLY = GAME_PLIES / 2;

const openedAtMs = Date.now();
const random = seededRandom(1);
const anId = <Id extends PlayerId | GameId>(): Id => idFromBytes<Id>(random.bytes(ID_BYTES));
/** As long as those of the gateway. */
const aConnection = (): ConnectionId => connectionId(`${anId<PlayerId>()}1234=`);

export const ARENA: Arena = anOpenArena({
  ...{ startsAtMs: openedAtMs - HOUR_MS, endsAtMs: openedAtMs + HOUR_MS, limitMs: LIMIT_MS },
  ...{ playersMax: PLAYERS_MAX, shards: shardsFor(PLAYERS_MAX) },
});

/** Legal moves of a game that is not over after them. */
export const SCRIPT = longGame(GAME_PLIES + 40);

function longGame(
  plies: number,
): readonly { readonly text: string; readonly packed: Uint8Array }[] {
  const rules = rulesOf('oware');
  for (let seed = 1; ; seed++) {
    const dice = seededRandom(seed);
    const played: { readonly text: string; readonly packed: Uint8Array }[] = [];
    let position = rules.replay(new Uint8Array());
    while (rules.outcome(position) === null && played.length < plies) {
      const legal = rules.legal(position);
      const text = present(legal[dice.below(legal.length)], 'legal move');
      const { packed, position: next } = present(rules.move(position, text), 'legal move');
      position = next;
      played.push({ text, packed });
    }
    if (played.length === plies && rules.outcome(position) === null) return played;
  }
}

/** A seat of somebody who is connected, like this one. */
const seatLike = (seat: Seat): Seat => ({
  ...seat,
  ...{ player: anId<PlayerId>(), name: 'Somebody', connection: aConnection() },
  connectedAtMs: openedAtMs - MINUTE_MS,
});

/** A running game after so many plies, the last of them a second ago. */
function aGame(ply: number, part: Partial<LiveGame> = {}): LiveGame {
  const sample = aSampleGame({ who: 1, version: 0, ply: 0, done: false });
  assert(sample.state === 'live', 'a running game');
  const { first, second } = sample.seats;
  const game: LiveGame = {
    ...sample,
    ...{ id: anId<GameId>(), arena: ARENA.id, version: ply, ply },
    ...{ limitMs: LIMIT_MS, remainingMs: { first: LIMIT_MS, second: LIMIT_MS } },
    ...{ firstMoveMs: LIMIT_MS, abandonClaimMs: LIMIT_MS },
    seats: { first: seatLike(first), second: seatLike(second) },
    ...{
      startedAtMs: openedAtMs - MINUTE_MS,
      lastAtMs: Date.now() - 1_000,
      endsAtMs: ARENA.endsAtMs,
    },
    moves: Uint8Array.from(SCRIPT.slice(0, ply).flatMap(({ packed }) => [...packed])),
    ...part,
  };
  return { ...game, deadlineMs: deadlineOf(game) };
}

const by = (game: Game, side: Side, message: ClientMessage): Prepared => {
  const { player, connection } = game.seats[side];
  const stored = [{ op: 'create', entity: game } as const];
  return { stored, player, connection: present(connection, 'connection'), message };
};

/** A command of one side in the middle of a game. */
const inMiddle =
  (t: 'acceptDraw' | 'declineDraw' | 'resign' | 'claimFlag' | 'claimAbandoned' | 'here') =>
  (side: Side, part: Partial<LiveGame>) =>
  (): Prepared => {
    const game = aGame(MIDDLE_PLY, part);
    return by(game, side, { t, game: game.id });
  };

/** Whose turn it is in the middle, and who waits. */
const MOVER = sideAt(MIDDLE_PLY);
const WAITING: Side = sideAt(MIDDLE_PLY + 1);

const offered: Partial<LiveGame> = {
  offer: WAITING,
  offeredAtPly: { first: MIDDLE_PLY - 1, second: MIDDLE_PLY - 1 },
};
const overdue: Partial<LiveGame> = { lastAtMs: openedAtMs - HOUR_MS };
const asked: Partial<LiveGame> = { claim: { by: WAITING, deadlineMs: openedAtMs + LIMIT_MS } };

/** A player with a row like this, who says this about his place. */
function inLobby(part: Partial<Row>, t: 'lobby' | 'pause' | 'resume'): Prepared {
  const row = aRow(part);
  const connection = present(row.connection, 'connection');
  const place = { arena: ARENA.id };
  const message: ClientMessage = t === 'lobby' ? { t, ...place, after: null } : { t, ...place };
  return { stored: [{ op: 'create', entity: row }], player: row.player, connection, message };
}

function aRow(part: Partial<Row> = {}): Row {
  const player = part.player ?? anId<PlayerId>();
  return anIdleRow(0, {
    ...{ arena: ARENA.id, shard: shardOf(player, ARENA.shards), name: 'Somebody' },
    ...{ connection: aConnection(), connectedAtMs: openedAtMs - MINUTE_MS },
    ...part,
    player,
  });
}

/** Back on a new line in the middle of a game: `$disconnect` has forgotten the old one. */
function backInGame(): Prepared {
  const game = aGame(MIDDLE_PLY);
  const { player } = game.seats.first;
  const row = aRow({ player, state: 'play', game: game.id, connection: null });
  return {
    stored: [
      { op: 'create', entity: game },
      { op: 'create', entity: row },
    ],
    ...{ player, connection: aConnection() },
    message: { t: 'hello', v: 1, arena: ARENA.id, game: game.id, ply: MIDDLE_PLY },
  };
}

function newcomer(): Prepared {
  const player = anId<PlayerId>();
  const entity = { ...aProfile({ who: 1, version: 0 }), player };
  const message = { t: 'enter', arena: ARENA.id } as const;
  return { stored: [{ op: 'create', entity }], player, connection: aConnection(), message };
}

const bill = (readUnits: number, writeUnits: number, calls: number, posts: number): Bill => ({
  ...{ readUnits, writeUnits, calls, posts },
});
/** One eventual read, one conditional write, one post: whatever is said in a game. */
const ONE_WRITE = bill(0.5, 1, 2, 1);

/** Arena and row are read, the row is written. */
const WORD = bill(1, 1, 3, 0);

const game = (answer: string, prepare: Command['prepare']): Command => ({
  ...{ functionName: 'game', answer, bill: ONE_WRITE, prepare },
});
const lobby = (owed: Bill, prepare: Command['prepare']): Command => ({
  ...{ functionName: 'lobby', answer: 'state', bill: owed, prepare },
});

/** Every kind of command, taken and stored. */
export const COMMANDS = {
  // Over all plies of a game alike: the later ones have more moves to replay.
  move: {
    ...{ functionName: 'move', answer: 'moved', bill: ONE_WRITE },
    prepare: (n: number) => {
      const ply = n % GAME_PLIES;
      const running = aGame(ply);
      const { text } = present(SCRIPT[ply], 'ply of the script');
      return by(running, sideAt(ply), { t: 'move', game: running.id, ply, move: text });
    },
  },
  berserk: game('berserked', () => {
    const running = aGame(0);
    return by(running, 'first', { t: 'berserk', game: running.id });
  }),
  offerDraw: game('drawOffered', () => {
    const running = aGame(MIDDLE_PLY);
    return by(running, MOVER, { t: 'offerDraw', game: running.id, ply: MIDDLE_PLY });
  }),
  acceptDraw: game('ended', inMiddle('acceptDraw')(MOVER, offered)),
  declineDraw: game('drawDeclined', inMiddle('declineDraw')(MOVER, offered)),
  resign: game('ended', inMiddle('resign')(MOVER, {})),
  claimFlag: game('ended', inMiddle('claimFlag')(WAITING, overdue)),
  claimAbandoned: game('areYouThere', inMiddle('claimAbandoned')(WAITING, {})),
  here: game('stillHere', inMiddle('here')(MOVER, asked)),
  hello: lobby(bill(3, 2, 7, 0), backInGame),
  enter: lobby(bill(6, 8, 8, 0), newcomer),
  lobby: lobby(WORD, () => inLobby({}, 'lobby')),
  pause: lobby(WORD, () => inLobby({}, 'pause')),
  resume: lobby(WORD, () => inLobby({ paused: true, why: 'paused' }, 'resume')),
} satisfies Readonly<Partial<Record<ClientMessage['t'], Command>>>;

export type Kind = keyof typeof COMMANDS;
