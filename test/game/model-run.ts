import assert from 'node:assert/strict';
import fc from 'fast-check';
import { timesOf } from '../../shared/game/times.ts';
import { viewGame } from '../../shared/protocol/game-view.ts';
import { oware } from '../../shared/rules/oware.ts';
import { SIDES, sideAt } from '../../shared/rules/rules.ts';
import { gameOf } from '../support/stage.ts';
import { WORDS } from './model.ts';
import { newPlay, type Play, settle, take } from './model-play.ts';
import { step } from './model-steps.ts';
import { initialMsOf, TERMS } from './model-terms.ts';
import { newWorld, viewOf } from './model-world.ts';

const STEPS_MAX = 60;
const commands = fc.commands(
  [
    step.map((taken) => ({
      check: () => true,
      run: (_: object, play: Play) => take(play, taken),
      toString: () => JSON.stringify(taken),
    })),
  ],
  { maxCommands: STEPS_MAX, size: 'max' },
);

export type Counts = ReadonlyMap<string, number>;

/** Plays `runs` games beside the model; throws with the shortest steps that tell them apart. */
export async function playBesideModel(seed: number, runs: number): Promise<Counts> {
  const counts = new Map<string, number>();
  const count = (what: string) => void counts.set(what, (counts.get(what) ?? 0) + 1);
  const agrees = fc.asyncProperty(fc.constantFrom(...TERMS), commands, async (terms, steps) => {
    const play = newPlay(await newWorld(terms, count));
    await fc.asyncModelRun(() => ({ model: {}, real: play }), steps);
    await settle(play);
    await checkEnd(play);
    const { end, endsAtMs, fenced } = play.world.model;
    count(end?.ending ?? 'goes on');
    if (end?.ending === 'flag' && end.winner === null) count('flag that is a draw');
    if (fenced && end?.endedAtMs === endsAtMs + 1) count('stamped late');
  });
  await fc.assert(agrees, { seed, numRuns: runs });
  return counts;
}

/** What is stored replays, no clock has gained, no law is broken, both players know the same. */
async function checkEnd({ world, devices }: Play): Promise<void> {
  const { stage, model, start } = world;
  const game = await gameOf(stage, start.id);
  const { houses, stores, ply } = oware.replay(game.moves);
  const { position } = model;
  const shown = { houses: position.houses, stores: position.stores, ply: position.ply };
  assert.deepEqual({ houses, stores, ply }, shown, 'the stored moves replay');
  for (const side of SIDES) {
    const own = model.turns.filter((_, turn) => sideAt(turn) === side).length;
    const mostMs = initialMsOf(model.terms) + model.terms.incrementMs * Math.max(0, own - 1);
    assert.ok(game.remainingMs[side] <= mostMs, 'no clock has gained');
  }
  const took = model.turns.map(({ atMs }, turn) => {
    return atMs - (model.turns[turn - 1]?.atMs ?? model.startedAtMs);
  });
  assert.deepEqual(timesOf(game), took, 'every turn has its time');
  assert.deepEqual(viewGame(game), viewOf(world));
  if (!world.scored) {
    const moves = model.turns.map(({ house }) => house);
    for (const side of SIDES) assert.deepEqual(devices[side].moves, moves, 'both know the game');
  }
  assert.deepEqual(stage.bugs, [], 'no law is broken');
}

/** Accepted and refused, by command, and all the rest that happened. */
export function reportOf(counts: Counts): string {
  const of = (what: string) => counts.get(what) ?? 0;
  const commands = [...WORDS, 'hello'].map((word) => {
    const kinds = ['accepted', 'known already', 'refused'];
    return `  ${word}: ${kinds.map((kind) => `${of(`${word} ${kind}`)} ${kind}`).join(', ')}`;
  });
  const rest = [...counts]
    .filter(([what]) => !/ (accepted|refused|known already)$/.test(what))
    .sort();
  return [...commands, `  ${rest.map(([what, times]) => `${what} ${times}`).join(', ')}`].join(
    '\n',
  );
}

/** What was accepted or refused less often than this. */
export const rarerThan = (counts: Counts, least: number): string[] =>
  [...WORDS, 'hello']
    .flatMap((word) => [`${word} accepted`, `${word} refused`])
    .filter((what) => (counts.get(what) ?? 0) < least);
