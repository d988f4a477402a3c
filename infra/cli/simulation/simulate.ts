import { pairingClosesMsOf } from '../../../shared/arena/arena.ts';
import { seededRandom } from '../../../shared/core/random.ts';
import { newAgenda } from './agenda.ts';
import { crowdOf } from './crowd.ts';
import { startGame, waitOf } from './games.ts';
import type { History } from './history.ts';
import { newLegalWaits } from './legal-waits.ts';
import { isAround, newPlayer, type Player } from './player.ts';
import { becomeReady, comeToLobby, type Run, tellChanged } from './run.ts';
import { newTable } from './table.ts';
import type { Decision, PairingRule, Setup, World } from './world.ts';

/** Sets the coins apart from the crowd, which is the same under every rule. */
const COINS = 0x5eed;

/** Simulates an arena until its pairing closes: the same seed gives the same history. */
export function simulate(setup: Setup, rule: PairingRule): History {
  const run = newRun(setup, rule);
  for (const player of [...run.players].sort(byArrival)) awaitArrival(run, player);
  run.pairer.open();
  // In the first wave everybody waits for the start; who is left over waits from now on.
  for (const player of run.waiting) run.legal.arrive(player, 0);
  run.world.agenda.runUntil(run.world.closesAtMs);
  return historyOf(run);
}

function newRun(setup: Setup, rule: PairingRule): Run {
  const { policy, limitMs, durationMs, seed } = setup;
  const waiting = new Set<Player>();
  const world: World = {
    setup,
    closesAtMs: durationMs - pairingClosesMsOf(policy.pairingClosesMs, limitMs, durationMs),
    agenda: newAgenda(),
    table: newTable(),
    waiting,
    coins: seededRandom(seed ^ COINS),
    look: (decide) => look(run, decide),
  };
  const run: Run = {
    world,
    pairer: rule(world),
    players: crowdOf(seed, setup.players, durationMs).map(newPlayer),
    waiting,
    legal: newLegalWaits(() => isDuel(world)),
    games: [],
    looks: [],
  };
  return run;
}

/** Whether exactly two are around. */
function isDuel({ table, agenda }: World): boolean {
  let around = 0;
  for (const player of table.rows) {
    if (isAround(player, agenda.nowMs())) around += 1;
    if (around > 2) return false;
  }
  return around === 2;
}

const byArrival = (a: Player, b: Player): number => a.person.arrivesAtMs - b.person.arrivesAtMs;

/** Who is in time waits at the start. */
function awaitArrival(run: Run, player: Player): void {
  const { arrivesAtMs } = player.person;
  if (arrivesAtMs > 0) run.world.agenda.add(arrivesAtMs, () => comeToLobby(run, player));
  else becomeReady(run, player, arrivesAtMs);
}

function look(run: Run, decide: () => Decision): void {
  const startedAtMs = performance.now();
  const decision = decide();
  const cpuMs = performance.now() - startedAtMs;
  const { games, isFirstWave } = decision;
  run.looks.push({ games: games.length, isFirstWave, cpuMs });
  for (const seats of games) startGame(run, decision, seats);
  if (games.length > 0) tellChanged(run);
}

function historyOf({ world, players, games, looks, waiting, legal }: Run): History {
  const { setup, closesAtMs } = world;
  return {
    endsAtMs: setup.durationMs,
    closesAtMs,
    players: players.map(({ person, pauses }) => ({ arrivesAtMs: person.arrivesAtMs, pauses })),
    games,
    looks,
    unpaired: [...waiting].map((player) => waitOf(legal, player, closesAtMs)),
  };
}
