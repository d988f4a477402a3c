import type { Row } from '../arena/row.ts';
import { inGroups } from '../core/groups.ts';
import type { ServerMessage } from '../protocol/server-message.ts';
import type { Ports } from './ports.ts';

const ANNOUNCE_CHUNK = 100;

/** Has the announce queue tell every player of these rows who is there. */
export async function announceTo(
  { queues }: Pick<Ports, 'queues'>,
  rows: readonly Row[],
  message: ServerMessage,
): Promise<void> {
  const connections = rows.flatMap((row) => row.connection ?? []);
  const chunks = [...inGroups(connections, ANNOUNCE_CHUNK)];
  await queues.announce(chunks.map((some) => ({ connections: some, message })));
}
