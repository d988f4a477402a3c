import type { ArenaId, ConnectionId, PlayerId } from '../../shared/core/ids.ts';
import { seededRandom } from '../../shared/core/random.ts';
import { chance, isMyTurn, isRunning, learn, type Mind, nextMessage } from './bot-mind.ts';
import type { Cloud } from './cloud.ts';

export interface BotPlan {
  readonly player: PlayerId;
  readonly seed: number;
  /** The arenas he may play in; he starts in the first one. */
  readonly arenas: readonly ArenaId[];
  readonly comesAtMs: number;
  readonly leavesAtMs: number;
}

/** Thinking takes up to this long (ms): fast players, slow ones, and sometimes far too long. */
const THINK_MS = [300, 1_200, 3_500];
const OVERSLEPT_MS = 45_000;
const OVERSLEEPS = 0.008;
/** Does not see that his game has begun. */
const MISSES_START = 0.06;
const LEASE_RENEWAL_MS = 10_000;
const LEAVES = 0.008;
const AWAY_MS = 40_000;
const DEAF_MS = 20_000;
const RETRY_MS = 2_000;

/** Plays until it is time to leave, through bad connections and worse habits. */
export async function playAsBot(cloud: Cloud, plan: BotPlan): Promise<void> {
  const { time, gateway } = cloud;
  const random = seededRandom(plan.seed);
  const [arena] = plan.arenas;
  if (arena === undefined) return;
  const mind: Mind = { ...plan, random, arena, you: null, game: null, stale: true };
  const thinkMs = THINK_MS[random.below(THINK_MS.length)] ?? 1_000;
  let line: ConnectionId | null = null;
  let heard = (): void => {};

  const connect = (): ConnectionId => {
    const connection: ConnectionId = gateway.open({
      player: plan.player,
      onMessage: (message) => {
        if (line === connection) learn(mind, message, null);
        heard();
      },
      onClose: () => {
        if (line === connection) line = null;
        heard();
      },
    });
    return connection;
  };
  const hearing = (ms: number): Promise<void> =>
    Promise.race([time.sleep(ms), new Promise<void>((resolve) => (heard = resolve))]);

  await time.sleep(Math.max(0, plan.comesAtMs - time.now()));
  while (time.now() < plan.leavesAtMs) {
    if (line === null) {
      await time.sleep(random.below(chance(mind, 0.3) ? AWAY_MS : RETRY_MS));
      line = connect();
      mind.stale = true;
    }
    if (chance(mind, LEAVES)) {
      gateway.hangUp(line, chance(mind, 0.5) ? 0 : random.below(DEAF_MS));
      line = null;
      continue;
    }
    await rest(mind, hearing, time.sleep, thinkMs);
    if (line === null) continue;
    const message = nextMessage(mind, time.now());
    if (message === null) continue;
    const answer = await cloud.ask(line, message);
    if (answer !== null) learn(mind, answer, message);
    else {
      await time.sleep(random.below(RETRY_MS));
      mind.stale ||= chance(mind, 0.5);
      // Half the time he sends the very same once more: repeats are answered, not punished.
      if (line !== null && chance(mind, 0.5)) {
        const again = await cloud.ask(line, message);
        if (again !== null) learn(mind, again, message);
      }
    }
  }
  if (line !== null) gateway.hangUp(line, 0);
}

/** Thinks when it is his turn, else waits for something to happen. */
async function rest(
  mind: Mind,
  hearing: (ms: number) => Promise<void>,
  sleep: (ms: number) => Promise<void>,
  thinkMs: number,
): Promise<void> {
  const { random, game } = mind;
  if (mind.stale || mind.you === null) return sleep(random.below(RETRY_MS));
  if (isMyTurn(mind)) {
    const misses = game?.ply === 0 || game?.ply === 1 ? MISSES_START : OVERSLEEPS;
    return sleep(random.below(chance(mind, misses) ? OVERSLEPT_MS : thinkMs));
  }
  if (isRunning(game)) return hearing(1_000 + random.below(5_000));
  const waits = mind.you.state === 'ready' ? LEASE_RENEWAL_MS : RETRY_MS;
  return hearing(waits - random.below(500));
}
