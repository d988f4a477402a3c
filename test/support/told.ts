import { pairingEndsAtMs } from '../../shared/arena/arena.ts';
import { assert } from '../../shared/core/assert.ts';
import type { ConnectionId, PlayerId } from '../../shared/core/ids.ts';
import { REFUSAL_CODES } from '../../shared/core/refusal.ts';
import { sideOf } from '../../shared/game/game.ts';
import type { GameView } from '../../shared/protocol/game-view.ts';
import type { ServerMessage } from '../../shared/protocol/server-message.ts';
import { rulesOf } from '../../shared/rules/registry.ts';
import type { Gateway } from './gateway.ts';
import { type Laws, waitKey } from './laws.ts';
import type { Change, MemoryStore } from './memory-store.ts';

type MessageOf<T extends ServerMessage['t']> = Extract<ServerMessage, { readonly t: T }>;

/** What was stored at any time: somebody may write on before the message goes out. */
type Ever = Pick<Laws, 'games' | 'waits'>;

/**
 * Law 1: nothing is told that is not stored. Throws where a message says more than the store. A
 * push goes `to` a connection, an answer to whoever asked (null).
 */
export async function checkTold(
  store: MemoryStore,
  { games, waits }: Ever,
  message: ServerMessage,
  to: ConnectionId | null,
): Promise<void> {
  switch (message.t) {
    case 'moved':
    case 'berserked':
    case 'drawOffered':
    case 'drawDeclined':
    case 'ended': {
      const game = await store.game(message.game, 'consistent');
      assert(game !== null && game.ply >= message.ply, 'news are of a stored game');
      if (message.t === 'moved') {
        const texts = rulesOf(game.kind).texts(game.moves);
        // The answer to a repeat names the repeated move and the present ply.
        assert(texts.includes(message.move), 'a told move is stored');
      }
      if (message.t === 'berserked') assert(game.berserk[message.by], 'a told berserk is stored');
      if (message.t === 'ended') assert(message.end !== null, 'an end is told with its end');
      if (message.end === null) return;
      assert(game.state === 'done', 'a told end is stored');
      assert(message.end.endedAtMs === game.endedAtMs, 'a told end is the stored one');
      assert(message.end.winner === game.winner, 'a told winner is the stored one');
      return;
    }
    case 'paired':
      return checkView(games, message.game);
    case 'state':
      return message.game === null ? undefined : checkView(games, message.game);
    case 'voided':
      assert((await store.game(message.game, 'consistent')) === null, 'a voided game is gone');
      return;
    case 'refused':
      assert(REFUSAL_CODES.includes(message.code), `${message.code} is a code of the closed list`);
      return;
    case 'waiting':
      return checkWaiting(store, waits, message, to);
    case 'removed':
      return checkRemoved(store, message, to);
    case 'scored':
    case 'frozen':
    case 'bye':
      return;
  }
}

function checkView(games: ReadonlySet<string>, view: GameView): void {
  assert(games.has(view.id), 'a told game was stored');
}

async function checkWaiting(
  store: MemoryStore,
  waits: ReadonlySet<string>,
  message: MessageOf<'waiting'>,
  to: ConnectionId | null,
): Promise<void> {
  if (message.reason === 'pairingClosed') {
    const arena = await store.arena(message.arena, 'consistent');
    const isClosed = arena !== null && message.nowMs >= pairingEndsAtMs(arena);
    return assert(isClosed, 'pairing is closed when somebody is told so');
  }
  assert(to !== null && waits.has(waitKey(to, message)), 'a told waiting is in its ticket');
}

/** A removal is for good, so it may be looked for at any time. */
function checkRemoved(
  store: MemoryStore,
  { arena, reason }: MessageOf<'removed'>,
  to: ConnectionId | null,
): void {
  const rows = store.all().flatMap((one) => (one.type === 'row' && one.arena === arena ? one : []));
  assert(
    rows.some(({ removal }) => removal?.reason === reason),
    'a told removal is stored',
  );
  assert(
    rows.every(({ connection, removed }) => connection !== to || removed),
    'whoever is told so is removed',
  );
}

/** Whoever is told the state of his running game hears its next moves on this connection. */
export async function checkHears(
  store: MemoryStore,
  player: PlayerId,
  connectedAtMs: number,
  answer: ServerMessage,
): Promise<void> {
  if (answer.t !== 'state' || answer.game === null) return;
  const game = await store.game(answer.game.id, 'consistent');
  const side = game?.state === 'live' ? sideOf(game, player) : null;
  if (game === null || side === null) return;
  assert(game.seats[side].connectedAtMs >= connectedAtMs, 'the seat follows the player');
}

/** A voided game takes away only a connection that is really gone. */
export function checkLiving(gateway: Gateway, changes: readonly Change[]): void {
  for (const { before, after } of changes) {
    if (before?.type !== 'row' || after?.type !== 'row' || before.connection === null) continue;
    if (after.why !== 'voided' || after.connection !== null) continue;
    // Lines that were there before this cloud are gone with it.
    const { state } = gateway.line(before.connection) ?? { state: 'gone' };
    assert(state === 'gone', 'only the gone are forgotten');
  }
}
