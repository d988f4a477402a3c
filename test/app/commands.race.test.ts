import { describe, expect, it } from 'vitest';
import type { Entity } from '../../shared/app/entities.ts';
import { play } from '../../shared/app/play.ts';
import { watchGame } from '../../shared/app/watch-game.ts';
import { present } from '../../shared/core/assert.ts';
import type { Game, LiveGame } from '../../shared/game/game.ts';
import type { GameMessage } from '../../shared/protocol/client-message.ts';
import { rulesOf } from '../../shared/rules/registry.ts';
import { SIDES, type Side, sideAt } from '../../shared/rules/rules.ts';
import { everyInterleaving } from '../support/interleave.ts';
import type { Chooser } from '../support/search.ts';
import {
  createStage,
  gameOf,
  pairedArena,
  playersOf,
  playTo,
  type Stage,
  speaking,
} from '../support/stage.ts';

/** A game as it stands in the store, at an instant. */
interface Setting {
  readonly entities: readonly Entity[];
  readonly earlier: readonly Entity[];
  readonly game: LiveGame;
  readonly nowMs: number;
}

/** One of the tasks of a race: a command of a side, or the clock queue looking at the game. */
interface Act {
  readonly by: Side | 'clock';
  readonly message: GameMessage;
}

const INTERLEAVINGS_MAX = 100_000;

async function settingAt(plies: number, offerBy: Side | null): Promise<Setting> {
  const { stage, games } = await pairedArena(playersOf(2));
  const { id } = present(games[0], 'game');
  const game = await playTo(stage, id, plies);
  if (offerBy !== null) {
    const { player } = game.seats[offerBy];
    const message = { t: 'offerDraw', game: id, ply: plies } as const;
    await play(stage.ports, speaking(stage, player), message);
  }
  const current = (await gameOf(stage, id)) as LiveGame;
  const [entities, earlier] = [stage.store.all(), stage.store.earlier()];
  return { entities, earlier, game: current, nowMs: stage.clock.nowMs + 500 };
}

/** Every command that makes sense or nonsense here. */
function messagesFor({ game }: Setting): GameMessage[] {
  const { id, ply } = game;
  const rules = rulesOf(game.kind);
  const [move = '', other = move] = rules.legal(rules.replay(game.moves));
  return [
    { t: 'move', game: id, ply, move },
    { t: 'move', game: id, ply, move: other },
    { t: 'resign', game: id },
    { t: 'berserk', game: id },
    { t: 'offerDraw', game: id, ply },
    { t: 'acceptDraw', game: id },
    { t: 'declineDraw', game: id },
    { t: 'claimFlag', game: id },
  ];
}

function actsFor(setting: Setting): Act[] {
  const messages = messagesFor(setting);
  const byPlayers = SIDES.flatMap((by) => messages.map((message) => ({ by, message })));
  const clock: Act = { by: 'clock', message: { t: 'claimFlag', game: setting.game.id } };
  return [...byPlayers, clock];
}

function perform(stage: Stage, { game }: Setting, { by, message }: Act) {
  return (ports: Stage['ports']): Promise<unknown> =>
    by === 'clock'
      ? watchGame(ports, game.id)
      : play(ports, speaking(stage, game.seats[by].player), message);
}

const stageOf = (setting: Setting, choose?: Chooser): Stage =>
  createStage({
    ...setting,
    ...(choose !== undefined && { stale: () => choose(2) === 1 }),
  });

/** Everything that anybody can see of what happened; what was told in no order. */
async function traceOf(stage: Stage, { game }: Setting, answers: readonly unknown[]) {
  const told = stage.told.map((message) => JSON.stringify(message)).sort();
  return JSON.stringify({ game: await gameOf(stage, game.id), told, answers });
}

/** The traces of both orders in which the acts can happen one after the other. */
async function serialTraces(setting: Setting, acts: readonly [Act, Act]): Promise<string[]> {
  const orders: [0 | 1, 0 | 1][] = [
    [0, 1],
    [1, 0],
  ];
  return Promise.all(
    orders.map(async (order) => {
      const stage = stageOf(setting);
      const answers: unknown[] = [];
      for (const index of order) {
        answers[index] = await perform(stage, setting, acts[index])(stage.ports);
      }
      return traceOf(stage, setting, answers);
    }),
  );
}

async function race(setting: Setting, acts: readonly [Act, Act]): Promise<number> {
  const serial = await serialTraces(setting, acts);
  return everyInterleaving(
    (choose) => {
      const stage = stageOf(setting, choose);
      return {
        ports: stage.ports,
        tasks: acts.map((act) => perform(stage, setting, act)),
        check: async (answers) => {
          const trace = await traceOf(stage, setting, answers);
          const what = acts.map(({ by, message }) => `${by} ${message.t}`).join(' and ');
          expect(serial, what).toContain(trace);
          expectToldOnce(stage, what);
          expect(stage.bugs).toEqual([]);
        },
      };
    },
    { atMost: INTERLEAVINGS_MAX },
  );
}

/** Each stored change is told, and nothing else is; nobody hears the same twice. */
function expectToldOnce({ told, changes }: Stage, what: string): void {
  const heard = new Set(told.map((one) => JSON.stringify(one)));
  const news = new Set(told.map(({ message }) => JSON.stringify(message)));
  expect([heard.size, news.size], what).toEqual([told.length, changes.length]);
}

async function raceAll(setting: Setting): Promise<number> {
  const acts = actsFor(setting);
  let sum = 0;
  for (const [index, a] of acts.entries()) {
    for (const b of acts.slice(index)) sum += await race(setting, [a, b]);
  }
  return sum;
}

describe('two commands on one game are one of the two orders, and so is what was told', () => {
  const overdue = (setting: Setting, byMs: number): Setting => ({
    ...setting,
    nowMs: setting.game.deadlineMs + byMs,
  });

  it.each([
    ['before the first move', () => settingAt(0, null)],
    ['in the middle of a game', () => settingAt(4, null)],
    ['with an offer of the side to move', () => settingAt(4, 'first')],
    ['with an offer of the other side', () => settingAt(4, 'second')],
    ['at the deadline', async () => overdue(await settingAt(4, null), 0)],
    ['within the grace of a flag', async () => overdue(await settingAt(4, null), 999)],
    ['after the grace of a flag', async () => overdue(await settingAt(4, 'second'), 1_000)],
    ['after the grace of a no-show', async () => overdue(await settingAt(1, null), 1_000)],
  ])('%s', async (name, prepare) => {
    const count = await raceAll(await prepare());
    console.log(`two commands ${name}: ${count} interleavings`);
  });
});

describe('a move that reached the gateway in time', () => {
  /** The move waited for a cold start; the opponent and the clock queue look meanwhile. */
  async function lateMove(lookAfterMs: number) {
    const setting = await settingAt(4, null);
    const { game } = setting;
    const [move] = messagesFor(setting);
    const mover = game.seats[sideAt(game.ply)].player;
    const opponent = game.seats[sideAt(game.ply + 1)].player;
    const ends: Game[] = [];
    const count = await everyInterleaving(
      (choose) => {
        const nowMs = game.deadlineMs + lookAfterMs;
        const stage = stageOf({ ...setting, nowMs }, choose);
        const atMs = game.deadlineMs;
        return {
          ports: stage.ports,
          tasks: [
            (ports) => play(ports, speaking(stage, mover, { atMs }), present(move, 'a legal move')),
            (ports) => play(ports, speaking(stage, opponent), { t: 'claimFlag', game: game.id }),
            (ports) => watchGame(ports, game.id),
          ],
          check: async () => {
            expect(stage.bugs).toEqual([]);
            ends.push(await gameOf(stage, game.id));
          },
        };
      },
      { atMost: INTERLEAVINGS_MAX },
    );
    console.log(
      `a move and two looks ${lookAfterMs} ms after the deadline: ${count} interleavings`,
    );
    return ends;
  }

  it('wins against every look within the grace', async () => {
    for (const end of await lateMove(999)) expect(end).toMatchObject({ state: 'live', ply: 5 });
  });

  it('may lose to a look after the grace, and is then stamped by the stored deadline', async () => {
    const ends = await lateMove(1_000);
    const flagged = ends.filter((end) => end.state === 'done');
    expect(flagged.length).toBeGreaterThan(0);
    expect(flagged.length).toBeLessThan(ends.length);
    for (const end of flagged) {
      expect(end).toMatchObject({ ply: 4, ending: 'flag', endedAtMs: end.deadlineMs });
    }
  });
});
