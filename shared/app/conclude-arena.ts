import { type Arena, changeArena } from '../arena/arena.ts';
import type { Final } from '../arena/final.ts';
import type { Row } from '../arena/row.ts';
import { present } from '../core/assert.ts';
import { announceTo } from './announce-to.ts';
import type { Ports } from './ports.ts';
import { publishFinal } from './publish-table.ts';
import { emitEvent } from './webhooks/emit-event.ts';

export type ConcludePorts = Pick<Ports, 'store' | 'tables' | 'queues' | 'now'>;

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
 * are shown and not announced: winners are announced once, and webhooks are told of every version.
 * Whether the arena was still the same.
 */
export async function showAndTell(
  ports: ConcludePorts,
  arena: Arena,
  final: Pick<Final, 'version' | 'winners' | 'disqualified'>,
  rows: readonly Row[],
): Promise<boolean> {
  await publishFinal(ports, arena, rows, final);
  // Arena and version are named, so a client that hears twice knows.
  if (arena.publishedVersion === 0) {
    const { winners } = final;
    const message = { t: 'frozen', arena: arena.id, version: arena.finalVersion, winners } as const;
    await announceTo(ports, rows, message);
  }
  for (let version = arena.publishedVersion + 1; version <= final.version; version++) {
    await emitEvent(ports, version === 1 ? 'arena.frozen' : 'arena.corrected', arena.id, version);
  }
  const after = changeArena(arena, { publishedVersion: final.version });
  const commit = await ports.store.commit([{ op: 'update', before: arena, after }]);
  return commit.kind === 'stored';
}
