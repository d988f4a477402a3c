import assert from 'node:assert/strict';
import type { Entity } from '../../shared/app/entities.ts';
import { visitLobby } from '../../shared/app/lobby.ts';
import { play } from '../../shared/app/play.ts';
import type { Ports } from '../../shared/app/ports.ts';
import { removePlayer } from '../../shared/app/remove-player.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import type { Tables } from '../../shared/app/tables.ts';
import { watchGame } from '../../shared/app/watch-game.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import type { Row } from '../../shared/arena/row.ts';
import { present } from '../../shared/core/assert.ts';
import { seededRandom } from '../../shared/core/random.ts';
import { isGameMessage } from '../../shared/protocol/client-message.ts';
import type { Asked } from './asking.ts';
import type { MemoryStore } from './memory-store.ts';
import { memoryStore } from './memory-store.ts';
import { memoryTables } from './memory-tables.ts';
import { readFinal } from './outcome.ts';

/** What was decided after an arena was closed: by a player, or by the organiser. */
export type Step =
  | { readonly kind: 'asked'; readonly asked: Asked }
  | { readonly kind: 'removed'; readonly row: Row };

/** How an arena stood when it was closed, and what was stored afterwards, in order. */
export interface Closing {
  readonly entities: readonly Entity[];
  readonly steps: readonly Step[];
}

const HOUR_MS = 3_600_000;

/** Law 7: whoever freezes, how often and how late, writes the same bytes. */
export async function checkFreezes(
  store: MemoryStore,
  tables: Tables,
  arena: Arena,
  closing: Closing,
): Promise<void> {
  const bytes = JSON.stringify(await readFinal(tables, { ...arena, finalVersion: 1 }));
  checkBytes(await frozenAgain(store, arena), bytes, 'frozen twice');
  checkBytes(await frozenLate(arena, closing), bytes, 'frozen an hour late');
}

function checkBytes(actual: string, expected: string, how: string): void {
  const at = [...expected].findIndex((character, index) => actual[index] !== character);
  const [a, e] = [actual, expected].map((bytes) => bytes.slice(Math.max(0, at - 80), at + 80));
  assert.ok(actual === expected, `${how}: ${a} instead of ${e}`);
}

/** A second freeze over what the first one left. */
async function frozenAgain(store: MemoryStore, arena: Arena): Promise<string> {
  const closing: Arena = { ...arena, state: 'closing', sealed: false, finalVersion: 0 };
  const others = store.all().filter((one) => one.type !== 'arena' || one.id !== arena.id);
  return frozen([...others, closing], closing, [], arena.endsAtMs + HOUR_MS);
}

/** The same decisions, but nobody looks at the arena until an hour after its end. */
const frozenLate = (arena: Arena, { entities, steps }: Closing): Promise<string> => {
  const closing = entities.find((one) => one.type === 'arena' && one.id === arena.id) as Arena;
  return frozen(entities, closing, steps, arena.endsAtMs + HOUR_MS);
};

async function frozen(
  entities: readonly Entity[],
  closing: Arena,
  steps: readonly Step[],
  nowMs: number,
): Promise<string> {
  const store = memoryStore(undefined, undefined, entities);
  const tables = memoryTables();
  const ports = quietPorts(store, tables, nowMs);
  for (const step of steps) await decideAgain(ports, step);
  for (const one of store.all()) if (one.type === 'game') await watchGame(ports, one.id);
  await runArena(ports, closing.id);
  return JSON.stringify(await readFinal(tables, { ...closing, finalVersion: 1 }));
}

async function decideAgain(ports: Ports, step: Step): Promise<void> {
  if (step.kind === 'asked') {
    const { caller, message } = step.asked;
    if (isGameMessage(message)) await play(ports, caller, message);
    else await visitLobby(ports, caller, message);
  } else {
    const { arena, player, removal } = step.row;
    const decision = present(removal, 'why he was removed');
    await removePlayer({ ...ports, now: () => decision.atMs }, arena, player, decision);
  }
}

/** Ports on which nothing goes wrong and nobody listens. */
export function quietPorts(store: MemoryStore, tables: Tables, nowMs: number): Ports {
  const nothing = async (): Promise<void> => {};
  return {
    store,
    tables,
    queues: { clock: nothing, announce: nothing, hook: nothing },
    schedules: { plan: nothing, drop: nothing },
    lifecycle: { wake: nothing },
    push: { send: async () => 'sent', close: nothing },
    random: seededRandom(0),
    now: () => nowMs,
    count: () => {},
    measure: () => {},
  };
}
