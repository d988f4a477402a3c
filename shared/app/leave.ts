import { disconnect } from '../arena/presence.ts';
import type { Row } from '../arena/row.ts';
import type { ConnectionId, PlayerId } from '../core/ids.ts';
import { change } from './change.ts';
import type { Ports } from './ports.ts';

/**
 * A connection was closed: forgets it where it is still the player's own. Best effort by nature
 * (the gateway may never tell); the lease is what really ends presence. A running game goes on.
 */
export async function leave(
  { store }: Pick<Ports, 'store'>,
  player: PlayerId,
  connection: ConnectionId,
): Promise<void> {
  const seat = await store.seat(player);
  const arena = seat?.arena ?? null;
  if (seat === null || arena === null) return;
  await change<Row, null>(
    store,
    (read) => store.rowAt({ ...seat, arena }, read),
    (row) => {
      const after = row === null ? null : disconnect(row, connection);
      return row === null || after === null || after === row
        ? { kind: 'keep', value: null }
        : { kind: 'store', before: row, after, value: null };
    },
  );
}
