import assert from 'node:assert/strict';
import { correctRanking } from '../../shared/app/correct-ranking.ts';
import type { Ports } from '../../shared/app/ports.ts';
import { removePlayer } from '../../shared/app/remove-player.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import type { Row } from '../../shared/arena/row.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import { type SeededRandom, seededRandom } from '../../shared/core/random.ts';
import type { Refusal } from '../../shared/core/refusal.ts';
import type { Result } from '../../shared/core/result.ts';
import type { Cloud } from './cloud.ts';
import { readFinal } from './outcome.ts';

/** What the organiser of an arena does in one run. */
const REMOVALS = 3;
const DISQUALIFICATIONS = 3;
const MINUTE_MS = 60_000;
/** Removals fall from before the start until after the end, some of them on the end itself. */
const BEFORE_START_MS = 30_000;
const AROUND_END_MS = 9_000;
const HTTP_TIMEOUT_MS = 10_000;
const RETRY_MS = 3_000;

export interface Organiser {
  readonly isDone: () => boolean;
  /** Throws unless every decision that was accepted is in the rankings. */
  readonly check: () => Promise<void>;
}

type Decide = (ports: Ports) => Promise<Result<unknown, Refusal>>;

/** Removes some players at random instants, disqualifies some after the freeze, takes one back. */
export function organise(cloud: Cloud, arena: Arena, seed: number): Organiser {
  const random = seededRandom(seed);
  const { time, store, tables } = cloud;
  const removed = new Set<PlayerId>();
  const disqualified = new Set<PlayerId>();
  const looked = new Set<PlayerId>();
  let busy = 0;

  const at = (atMs: number, run: () => Promise<void>): void => {
    busy++;
    time.at(atMs, () => void run().finally(() => busy--));
  };
  const removeOne = async (): Promise<void> => {
    const row = anyRow(cloud, arena, random);
    if (row === null) return;
    const decision = { reason: 'rude', actor: 'organiser' };
    const remove: Decide = (ports) => removePlayer(ports, arena.id, row.player, decision);
    if (await surely(cloud, random, 'removal', remove)) removed.add(row.player);
  };
  const correctOne = async (kind: 'disqualify' | 'reinstate', player: PlayerId): Promise<void> => {
    const decision = { player, kind, reason: 'engine', actor: 'organiser' };
    const correct: Decide = (ports) => correctRanking(ports, arena.id, decision);
    if (!(await surely(cloud, random, kind, correct))) return;
    if (kind === 'disqualify') disqualified.add(player);
    else disqualified.delete(player);
  };
  const disqualifyOne = async (): Promise<void> => {
    const row = anyRow(cloud, arena, random);
    // Each player is one organiser's business, so it is certain what becomes of him.
    if (row === null || looked.has(row.player)) return;
    looked.add(row.player);
    await correctOne('disqualify', row.player);
    if (random.below(2) === 0) await correctOne('reinstate', row.player);
  };

  const { startsAtMs, endsAtMs } = arena;
  const runsMs = endsAtMs - startsAtMs + BEFORE_START_MS;
  for (let one = 0; one < REMOVALS; one++) {
    at(startsAtMs - BEFORE_START_MS + random.below(runsMs), removeOne);
  }
  at(endsAtMs + random.below(AROUND_END_MS), removeOne);
  // They fall into one another, as those of two organisers do.
  const correctsAtMs = endsAtMs + random.below(MINUTE_MS);
  for (let one = 0; one < DISQUALIFICATIONS; one++) {
    at(correctsAtMs + random.below(RETRY_MS), disqualifyOne);
  }

  const check = async (): Promise<void> => {
    const { lines } = await readFinal(tables, { ...arena, finalVersion: 1 });
    for (const { player } of lines) assert.ok(!removed.has(player), 'a removed player is out');
    const now = await store.arena(arena.id, 'consistent');
    assert.ok(now !== null, 'an arena stays');
    const last = await readFinal(tables, now);
    assert.deepEqual([...last.disqualified].sort(), [...disqualified].sort());
  };
  return { isDone: () => busy === 0, check };
}

function anyRow({ store }: Cloud, arena: Arena, random: SeededRandom): Row | null {
  const rows = store.all().filter((one) => one.type === 'row' && one.arena === arena.id) as Row[];
  return rows[random.below(Math.max(1, rows.length))] ?? null;
}

/** Asked again until an answer comes; whether it was accepted. Counted. */
async function surely(
  { invoke, time, witness, count }: Cloud,
  random: SeededRandom,
  name: string,
  decide: Decide,
): Promise<boolean> {
  for (;;) {
    const outcome = await invoke(HTTP_TIMEOUT_MS, async (ports) => {
      const answer = await decide(ports);
      count(answer.ok ? `${name} accepted` : `${name} refused ${answer.error.code}`);
      return answer;
    });
    if (outcome.kind === 'failed') witness.onFailure(name, outcome.cause);
    if (outcome.kind === 'done') {
      const { value } = outcome;
      if (value.ok) return true;
      if (value.error.code !== 'busy' && value.error.code !== 'tooEarly') return false;
    }
    await time.sleep(1 + random.below(RETRY_MS));
  }
}
