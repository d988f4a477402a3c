import { type Arena, changeArena } from '../arena/arena.ts';
import type { Final } from '../arena/final.ts';
import type { Row } from '../arena/row.ts';
import { present } from '../core/assert.ts';
import { inGroups } from '../core/groups.ts';
import type { PlayerId } from '../core/ids.ts';
import type { Ports } from './ports.ts';
import { publishFinal } from './publish-table.ts';

export type ConcludePorts = Pick<Ports, 'store' | 'tables' | 'queues'>;

const ANNOUNCE_CHUNK = 100;

/** Does what a frozen arena still waits for. Whether it was still the same. */
export async function concludeArena(ports: ConcludePorts, arena: Arena): Promise<boolean> {
  const { store, tables } = ports;
  const head = await tables.finalHead(arena.id, arena.finalVersion);
  const rows = await store.rows(arena, 'consistent');
  return showAndTell(ports, arena, present(head, 'head of a final version'), rows);
}

/**
 * Shows a frozen ranking to everybody, and tells the players of its first version; then says so in
 * the arena, so that a crash on the way costs a repetition and not the announcement. Corrections
 * are shown and not announced: winners are announced once. Whether the arena was still the same.
 */
export async function showAndTell(
  ports: ConcludePorts,
  arena: Arena,
  final: Pick<Final, 'version' | 'winners' | 'disqualified'>,
  rows: readonly Row[],
): Promise<boolean> {
  await publishFinal(ports, arena, rows, final);
  if (arena.publishedVersion === 0) await announce(ports, arena, rows, final.winners);
  const after = changeArena(arena, { publishedVersion: final.version });
  const commit = await ports.store.commit([{ op: 'update', before: arena, after }]);
  return commit.kind === 'stored';
}

/** Each chunk names arena and version, so a client that hears twice knows. */
async function announce(
  { queues }: Pick<Ports, 'queues'>,
  { id, finalVersion }: Arena,
  rows: readonly Row[],
  winners: readonly PlayerId[],
): Promise<void> {
  const message = { t: 'frozen', arena: id, version: finalVersion, winners } as const;
  const connections = rows.flatMap((row) => row.connection ?? []);
  const chunks = [...inGroups(connections, ANNOUNCE_CHUNK)];
  await queues.announce(chunks.map((some) => ({ connections: some, message })));
}
