import { TABLE_PERIOD_MS } from '../../../shared/app/refresh-table.ts';
import { fieldOf } from '../../../shared/arena/field.ts';
import { type Pairing, pairClosest, pairFirstWave } from '../../../shared/arena/pairing.ts';
import { LOOK_AGAIN_MS, type Ticket } from '../../../shared/arena/pool.ts';
import { chooseSide, sideHistory } from '../../../shared/arena/sides.ts';
import { connectionId, type PlayerId } from '../../../shared/core/ids.ts';
import { newRating } from '../../../shared/game/glicko.ts';
import { isAround, type Player } from './player.ts';
import { type Decision, NO_GAMES, type PairingRule, type Seats, type World } from './world.ts';

/** From a write of a row to the function that the stream wakes. */
export const STREAM_DELAY_MS = 200;
/** A run takes about so long, and one arena has one at a time: who comes meanwhile is next. */
const RUN_MS = 100;

/** What the product knows between two runs. */
interface Mind {
  readonly world: World;
  /** Everybody in table order, and who is around, as of the last rebuild; null: none yet. */
  order: { readonly rows: readonly PlayerId[]; readonly around: ReadonlySet<PlayerId> } | null;
  rebuiltAtMs: number;
  isRebuilding: boolean;
  lastRunAtMs: number;
  /** A run that came too soon after another one happens then. */
  putOffToMs: number;
  /** Another look is due then, if that is still to come. */
  lookAtMs: number;
}

/**
 * The product's own choice of pairs and sides, in its rhythm: a run when the stream tells of a
 * player who has become ready, and another one a second after a run that left two or more.
 */
export const ours: PairingRule = (world) => {
  const never = Number.NEGATIVE_INFINITY;
  const mind: Mind = {
    world,
    order: null,
    rebuiltAtMs: never,
    isRebuilding: false,
    lastRunAtMs: never,
    putOffToMs: never,
    lookAtMs: never,
  };
  return {
    open: () => openArena(mind),
    ready: () => world.agenda.add(world.agenda.nowMs() + STREAM_DELAY_MS, () => wake(mind)),
    changed: () => rebuildSoon(mind),
  };
};

function openArena(mind: Mind): void {
  mind.lastRunAtMs = mind.world.agenda.nowMs();
  const waiting = [...mind.world.waiting];
  mind.world.look(() => {
    const pairing = pairFirstWave(waiting.map(ticketOf));
    return { ...decisionOf(mind.world, waiting, pairing), isFirstWave: true };
  });
}

function wake(mind: Mind): void {
  const { agenda } = mind.world;
  const soonestMs = mind.lastRunAtMs + RUN_MS;
  if (agenda.nowMs() >= soonestMs) runNow(mind);
  else if (mind.putOffToMs !== soonestMs && agenda.nowMs() > mind.lastRunAtMs) {
    mind.putOffToMs = soonestMs;
    agenda.add(soonestMs, () => wake(mind));
  }
}

function runNow(mind: Mind): void {
  const { world } = mind;
  const nowMs = world.agenda.nowMs();
  const known = [...world.waiting].filter(
    ({ readySinceMs }) => readySinceMs + STREAM_DELAY_MS <= nowMs,
  );
  mind.lastRunAtMs = nowMs;
  if (known.length < 2) return;
  let left = known.length;
  world.look(() => {
    const tickets = known.map(ticketOf);
    const field = fieldOf(aroundOf(mind, tickets), tickets);
    const pairing = pairClosest({ policy: world.setup.policy, field, nowMs }, tickets);
    left = pairing.waiting.length;
    return { ...decisionOf(world, known, pairing), isDuel: field.isDuel };
  });
  if (left < 2 || mind.lookAtMs > nowMs) return;
  mind.lookAtMs = nowMs + LOOK_AGAIN_MS;
  world.agenda.add(mind.lookAtMs, () => wake(mind));
}

/** Whoever waits is around, and has his place in the table though it took him for absent. */
function aroundOf({ order }: Mind, tickets: readonly Ticket[]): PlayerId[] | null {
  if (order === null) return null;
  const waiting = new Set(tickets.map(({ player }) => player));
  return order.rows.filter((player) => order.around.has(player) || waiting.has(player));
}

function decisionOf(world: World, players: readonly Player[], { pairs }: Pairing): Decision {
  const byId = new Map(players.map((player) => [player.person.id, player]));
  const games = pairs.flatMap(([a, b]): Seats[] => {
    const [one, other] = [byId.get(a.player), byId.get(b.player)];
    if (one === undefined || other === undefined) return [];
    const side = chooseSide(a.sides, b.sides, world.setup.policy.sideConflict, world.coins);
    return [side === 'first' ? { first: one, second: other } : { first: other, second: one }];
  });
  return { ...NO_GAMES, games };
}

function rebuildSoon(mind: Mind): void {
  const { agenda, table } = mind.world;
  if (mind.isRebuilding) return;
  mind.isRebuilding = true;
  const atMs = Math.max(agenda.nowMs() + STREAM_DELAY_MS, mind.rebuiltAtMs + TABLE_PERIOD_MS);
  agenda.add(atMs, () => {
    const around = table.rows.filter((player) => isAround(player, atMs));
    mind.order = {
      rows: table.rows.map(({ person }) => person.id),
      around: new Set(around.map(({ person }) => person.id)),
    };
    mind.rebuiltAtMs = atMs;
    mind.isRebuilding = false;
  });
}

const CONNECTION = connectionId('simulated');

/** The ticket of a waiting player; his lease never ends, since nobody here loses his line. */
function ticketOf({ person, points, readySinceMs, lastOpponent, log }: Player): Ticket {
  return {
    player: person.id,
    shard: 0,
    name: `player ${person.index}`,
    rating: person.rating,
    glicko: newRating(person.rating),
    points,
    onFire: false,
    joinedAtMs: person.arrivesAtMs,
    readySinceMs,
    leaseUntilMs: Number.POSITIVE_INFINITY,
    connection: CONNECTION,
    connectedAtMs: person.arrivesAtMs,
    lastOpponent: lastOpponent?.person.id ?? null,
    sides: sideHistory(log),
    gameNumber: log.length + 1,
    told: null,
  };
}
