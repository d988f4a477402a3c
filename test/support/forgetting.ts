import { createArena } from '../../shared/app/arenas.ts';
import { visitLobby } from '../../shared/app/lobby.ts';
import { look } from '../../shared/app/look.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import type { ClockMessage } from '../../shared/app/ports.ts';
import { requestErasure } from '../../shared/app/privacy/request-erasure.ts';
import { fileReport } from '../../shared/app/reports.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { present } from '../../shared/core/assert.ts';
import type { ArenaId, PlayerId } from '../../shared/core/ids.ts';
import { PLAIN } from './builders.ts';
import { freshTable, frozenOn, liveGames, loseAndScore } from './organising.ts';
import { createStage, openArena, playersOf, playTo, type Stage, speaking } from './stage.ts';

/** No other name, and no pseudonym, holds this one. */
export const NAME = 'Nachtegaal';
export const WORDS = 'he laughs at my moves';

export const [esi, ama] = playersOf(2) as [PlayerId, PlayerId];

export async function storeName(stage: Stage, player: PlayerId, name = NAME): Promise<void> {
  const profile = { type: 'profile', player, version: 0, name, rating: 1_500 } as const;
  await stage.store.commit([
    { op: 'create', entity: { ...profile, guest: false, createdAtMs: 0 } },
  ]);
}

/** Where somebody has been, is, and wanted to be. */
export interface Life {
  readonly stage: Stage;
  /** He has played in it, its ranking is published. */
  readonly frozen: Arena;
  /** He has played in it, and waits in it. */
  readonly open: Arena;
  /** He has entered it. */
  readonly coming: Arena;
}

/** Esi's life with her name everywhere. */
export async function lived(stage: Stage = createStage()): Promise<Life> {
  await storeName(stage, esi);
  const first = await openArena([esi, ama], stage);
  await pairArena(stage.ports, first.arena.id);
  await playOne(stage);
  const frozen = await frozenOn(stage, first.arena);
  const coming = await enterOnly(stage, esi);
  const { arena: open } = await openArena([esi, ama], stage);
  await pairArena(stage.ports, open.id);
  await playOne(stage);
  await ready(stage, open, esi);
  await pairArena(stage.ports, open.id, [await rowIn(stage, open, esi)]);
  await freshTable(stage, open);
  const told = { arena: open.id, player: ama, reason: WORDS };
  await fileReport(stage.ports, esi, told);
  stage.queued.length = 0;
  return { stage, frozen, open, coming };
}

export const rowIn = async ({ store }: Stage, arena: Arena, player: PlayerId) =>
  present(await store.row(arena, player, 'consistent'), 'row');

/** The running game is resigned by its first mover after some moves, and scored. */
async function playOne(stage: Stage): Promise<void> {
  const game = present(liveGames(stage)[0], 'running game');
  await playTo(stage, game.id, 4);
  await loseAndScore(stage, game);
}

/** Says that he is back from his last game. */
export async function ready(stage: Stage, arena: Arena, player: PlayerId): Promise<void> {
  const { log } = await rowIn(stage, arena, player);
  const after = log.at(-1)?.game ?? null;
  const caller = speaking(stage, player);
  await visitLobby(stage.ports, caller, { t: 'lobby', arena: arena.id, after });
}

/** An arena that starts long after all others, entered by this player alone. */
async function enterOnly(stage: Stage, player: PlayerId): Promise<Arena> {
  const created = await createArena(stage.ports, 'organiser', {
    ...PLAIN,
    ...{ name: 'Later', game: 'oware', preset: 'oware-shield', policy: {}, playersMax: 10 },
    ...{ clock: { limitMs: 180_000, incrementMs: 0 }, durationMs: 3_600_000, rated: true },
    startsAtMs: stage.clock.nowMs + 30 * 86_400_000,
  });
  if (!created.ok) throw new Error(created.error.code);
  const arena = created.value;
  await visitLobby(stage.ports, speaking(stage, player), { t: 'enter', arena: arena.id });
  return arena;
}

/** Asks for the erasure; a refusal throws. */
export async function forget(stage: Stage, player: PlayerId) {
  const asked = await requestErasure(stage.ports, player);
  if (!asked.ok) throw new Error(asked.error.code);
  return asked.value;
}

const isErasing = ({ t }: ClockMessage): boolean => t === 'erase';

/** Delivers the messages of erasures, each when it is due, until there are none. */
export async function workOff(stage: Stage, times = 1): Promise<number> {
  let looks = 0;
  for (;;) {
    const at = stage.queued.findIndex(({ message }) => isErasing(message));
    const [next] = at < 0 ? [] : stage.queued.splice(at, 1);
    if (next === undefined) return looks;
    stage.clock.nowMs += next.delayMs;
    for (let time = 0; time < times; time++) await look(stage.ports, next.message);
    looks++;
  }
}

/** Where this word stands: in items and in what is published. */
export async function placesOf(stage: Stage, word: string): Promise<string[]> {
  const { store, tables } = stage;
  const found = new Map<string, unknown>();
  for (const [index, entity] of store.all().entries()) found.set(`${entity.type} ${index}`, entity);
  const arenas = store.all().flatMap((one) => (one.type === 'arena' ? [one.id] : []));
  for (const id of arenas) {
    for (let page = 0; ; page++) {
      const shown = await tables.page(id, page);
      if (shown === null) break;
      found.set(`page ${page} of ${id}`, shown);
    }
    found.set(`order of ${id}`, (await tables.order(id))?.leaders ?? []);
    found.set(`final of ${id}`, await finalOf(stage, id));
  }
  return [...found].flatMap(([key, value]) => (JSON.stringify(value).includes(word) ? [key] : []));
}

async function finalOf({ tables }: Stage, id: ArenaId): Promise<unknown> {
  const head = await tables.finalHead(id, 1);
  return head === null ? null : [head, await tables.finalPage(id, head, 0)];
}
