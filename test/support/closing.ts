import { expect } from 'vitest';
import type { Entity } from '../../shared/app/entities.ts';
import { FREEZE_GRACE_MS } from '../../shared/app/freeze-arena.ts';
import { play } from '../../shared/app/play.ts';
import type { Caller } from '../../shared/app/ports.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import { scoreGame } from '../../shared/app/score-game.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import { present } from '../../shared/core/assert.ts';
import type { DoneGame, Game } from '../../shared/game/game.ts';
import type { GameMessage } from '../../shared/protocol/client-message.ts';
import { sideAt } from '../../shared/rules/rules.ts';
import { loseAndScore, setPolicy } from './organising.ts';
import { checkFrozen, readFinal } from './outcome.ts';
import type { Task } from './race.ts';
import {
  arenaOf,
  createStage,
  gameOf,
  pairedArena,
  playersOf,
  playTo,
  type Stage,
  speaking,
} from './stage.ts';

export const DURATION_MS = 60_000;

export interface Closing {
  readonly from: Stage;
  readonly arena: Arena;
  readonly game: Game;
}

/** An arena that is closed, `afterEndMs` after its end, with one game that still runs. */
export async function closingArena(afterEndMs: number, change: Partial<Arena['policy']> = {}) {
  const { stage, arena, games } = await pairedArena(playersOf(2), DURATION_MS);
  const { id } = present(games[0], 'game');
  // Both have three minutes, so nobody has lost on time at the end.
  await playTo(stage, id, 6);
  const before: Arena = { ...arena, policy: { ...arena.policy, ...change } };
  const after = { ...before, version: arena.version + 1 };
  await stage.store.commit([{ op: 'update', before: arena, after }]);
  stage.clock.nowMs = arena.endsAtMs + 10;
  await runArena(stage.ports, arena.id);
  stage.clock.nowMs = arena.endsAtMs + afterEndMs;
  const game = await gameOf(stage, id);
  expect(game.state).toBe('live');
  return { from: stage, arena: await arenaOf(stage, arena.id), game };
}

/** A command that ends the game, received at `atMs` by a function whose clock says `nowMs`. */
export const ending =
  ({ game }: Closing, moment: Pick<Caller, 'atMs' | 'nowMs'>, message?: GameMessage): Task =>
  (ports) => {
    const { player } = game.seats[sideAt(game.ply)];
    const resign: GameMessage = { t: 'resign', game: game.id };
    return play(ports, speaking({ clock: { nowMs: 0 } }, player, moment), message ?? resign);
  };

/** Ends and scores what is left, then everything must agree, and freezing again change nothing. */
export async function expectAgreement(stage: Stage, { arena, game }: Closing): Promise<DoneGame> {
  stage.clock.nowMs += 3_600_000;
  await runArena(stage.ports, arena.id);
  const left = await gameOf(stage, game.id);
  if (left.state === 'live') {
    const { player } = left.seats[sideAt(left.ply)];
    await play(stage.ports, speaking(stage, player), { t: 'claimFlag', game: game.id });
  }
  const done = (await gameOf(stage, game.id)) as DoneGame;
  await scoreGame(stage.ports, done);
  await runArena(stage.ports, arena.id);
  const frozen = await arenaOf(stage, arena.id);
  await checkFrozen(stage.store, stage.tables, frozen);
  expect(await frozenAnew(stage.store.all(), frozen)).toBe(await bytesOf(stage, frozen));
  return done;
}

const bytesOf = async (stage: Stage, arena: Arena): Promise<string> =>
  JSON.stringify(await readFinal(stage.tables, arena));

/** The final that a freeze of these entities would write now. */
async function frozenAnew(entities: readonly Entity[], frozen: Arena): Promise<string> {
  const closing: Arena = { ...frozen, state: 'closing', finalVersion: 0 };
  const others = entities.filter((one) => one.type !== 'arena');
  const nowMs = frozen.endsAtMs + 3_600_000;
  const stage = createStage({ entities: [...others, closing], nowMs });
  await runArena(stage.ports, frozen.id);
  return bytesOf(stage, { ...frozen, finalVersion: 1 });
}

/** An arena that is closed, its grace over, whose games are all over and scored. */
export async function idleArena(lateGames: Arena['policy']['lateGames']) {
  const { stage, arena, games } = await pairedArena(playersOf(2), DURATION_MS);
  await setPolicy(stage, arena, { lateGames });
  await loseAndScore(stage, present(games[0], 'game'));
  stage.clock.nowMs = arena.endsAtMs + 10;
  await runArena(stage.ports, arena.id);
  stage.clock.nowMs = arena.endsAtMs + FREEZE_GRACE_MS;
  return { from: stage, arena: await arenaOf(stage, arena.id) };
}

/** The first version is valid and is what everybody sees. */
export async function expectFinalShown(stage: Stage, { id }: Arena): Promise<void> {
  const frozen = await arenaOf(stage, id);
  expect(frozen).toMatchObject({ finalVersion: 1, publishedVersion: 1 });
  await checkFrozen(stage.store, stage.tables, frozen);
  expect(await stage.tables.page(id, 0)).toMatchObject({ final: 1, state: 'frozen' });
}
