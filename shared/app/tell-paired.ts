import type { Arena } from '../arena/arena.ts';
import { voidRow } from '../arena/score.ts';
import type { ConnectionId } from '../core/ids.ts';
import type { LiveGame } from '../game/game.ts';
import { viewGame } from '../protocol/game-view.ts';
import type { ServerMessage } from '../protocol/server-message.ts';
import { SIDES, type Side } from '../rules/rules.ts';
import type { Ports } from './ports.ts';

type TellPorts = Pick<Ports, 'store' | 'push' | 'now' | 'count'>;

/** A game that nobody has touched may be taken back this long after its pairing. */
export const VOID_WITHIN_MS = 10_000;

/** Tells both players of their new game; where one of them is not there any more it is voided. */
export async function tellPaired(ports: TellPorts, arena: Arena, game: LiveGame): Promise<void> {
  ports.count('Paired');
  const told = await Promise.all(SIDES.map((side) => tellSide(ports, arena, game, side)));
  const gone = SIDES.filter((_, index) => !told[index]);
  if (gone.length > 0) await voidGame(ports, arena, game, gone);
}

/** Whether he may have heard of it, on the line of his seat or on a newer one. */
async function tellSide(
  ports: TellPorts,
  arena: Arena,
  game: LiveGame,
  side: Side,
): Promise<boolean> {
  const { connection, player } = game.seats[side];
  const told = connection === null ? 'gone' : await tell(ports, connection, game);
  if (told !== 'gone') return true;
  ports.count('GonePosts');
  const row = await ports.store.row(arena, player, 'consistent');
  const newer = row?.connection ?? null;
  if (newer === null || newer === connection) return false;
  await tell(ports, newer, game);
  return true;
}

const tell = ({ push, now }: TellPorts, to: ConnectionId, game: LiveGame) =>
  push.send(to, { t: 'paired', nowMs: now(), game: viewGame(game) });

/**
 * Takes the game back in one transaction, on the condition that nobody has touched it: its version
 * is still the first. Where that fails the game goes on; its countdown decides.
 */
async function voidGame(
  { store, push, now, count }: TellPorts,
  arena: Arena,
  game: LiveGame,
  gone: readonly Side[],
): Promise<void> {
  const nowMs = now();
  if (nowMs >= game.startedAtMs + VOID_WITHIN_MS) return;
  const rows = await Promise.all(
    SIDES.map((side) => store.row(arena, game.seats[side].player, 'consistent')),
  );
  const updates = rows.flatMap((before) => {
    const after = before === null ? null : voidRow(before, game, gone);
    return before === null || after === null ? [] : [{ op: 'update', before, after } as const];
  });
  if (updates.length < SIDES.length) return;
  const commit = await store.commit([{ op: 'delete', entity: game }, ...updates]);
  if (commit.kind !== 'stored') return;
  count('GamesVoided');
  const message: ServerMessage = { t: 'voided', arena: game.arena, game: game.id };
  const there = SIDES.filter((side) => !gone.includes(side));
  for (const side of there) {
    const { connection } = game.seats[side];
    if (connection !== null) await push.send(connection, message);
  }
}
