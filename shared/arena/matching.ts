/** Players on a line, the best first, as the matching sees them. */
export interface Line {
  readonly length: number;
  /** How far apart two places are, a whole number; null: these two must not meet. */
  readonly distance: (above: number, below: number) => number | null;
  /** How much it matters that the player at this place is paired, a whole number. */
  readonly urgency: (place: number) => number;
}

/** Places of two players on the line, the upper one first. */
export type Match = readonly [number, number];

/** So many players above somebody may be open at his turn: partners are no further apart. */
const WINDOW = 8;

/** More than all distances of a matching together: every player left out costs more than those. */
const LEFT_OUT = 2 ** 33;

/**
 * The best matching on a line: the most pairs, of those the smallest total distance, and of those
 * the least urgency left out. A dynamic program from the top down: its state is which of the last
 * `WINDOW` players are still open, and each player either meets one of them or stays open himself.
 * Whoever leaves the window open is left out. Exact where some best matching has no pair further
 * apart than the window: always for up to nine players.
 */
export function bestMatching(line: Line): readonly Match[] {
  const window = Math.max(1, Math.min(WINDOW, line.length - 1));
  const table = newTable(line.length, window);
  for (let place = 0; place < line.length; place++) advance(line, table, place);
  return readBack(table, cheapest(line, table), line.length);
}

/** Costs after one player, and by which step each state of each player was reached. */
interface Table {
  readonly window: number;
  readonly states: number;
  /** Players left out and distances; infinite: this state cannot be. */
  costs: Float64Array;
  /** Urgency left out, which decides between equal costs. */
  urgencies: Float64Array;
  nextCosts: Float64Array;
  nextUrgencies: Float64Array;
  /** By player and state: how far back the partner is (0: none), and the state before. */
  readonly partners: Int8Array;
  readonly before: Uint16Array;
}

function newTable(length: number, window: number): Table {
  const states = 2 ** window;
  const costs = new Float64Array(states).fill(Number.POSITIVE_INFINITY);
  costs[0] = 0;
  return {
    window,
    states,
    costs,
    urgencies: new Float64Array(states),
    nextCosts: new Float64Array(states),
    nextUrgencies: new Float64Array(states),
    partners: new Int8Array(length * states),
    before: new Uint16Array(length * states),
  };
}

/** One more player: bit k of a state says that whoever is k + 1 places above him is open. */
function advance(line: Line, table: Table, place: number): void {
  const { window, states, costs, urgencies } = table;
  const gaps = gapsAbove(line, place, window);
  const last = states / 2;
  const leaving = place >= window ? line.urgency(place - window) : 0;
  table.nextCosts.fill(Number.POSITIVE_INFINITY);
  for (let open = 0; open < states; open++) {
    if (at(costs, open) === Number.POSITIVE_INFINITY) continue;
    for (let back = 0; back <= window; back++) {
      const partner = back === 0 ? 0 : 1 << (back - 1);
      const gap = at(gaps, back);
      if ((open & partner) !== partner || gap === Number.POSITIVE_INFINITY) continue;
      const rest = open & ~partner;
      const isLeft = (rest & last) !== 0;
      const state = ((rest & ~last) << 1) | (back === 0 ? 1 : 0);
      const cost = at(costs, open) + gap + (isLeft ? LEFT_OUT : 0);
      const urgency = at(urgencies, open) + (isLeft ? leaving : 0);
      if (!isBetter(table, state, cost, urgency)) continue;
      table.nextCosts[state] = cost;
      table.nextUrgencies[state] = urgency;
      table.partners[place * states + state] = back;
      table.before[place * states + state] = open;
    }
  }
  [table.costs, table.nextCosts] = [table.nextCosts, table.costs];
  [table.urgencies, table.nextUrgencies] = [table.nextUrgencies, table.urgencies];
}

/** Distances to the players above, by how far back they are; 0 back: nobody, at no distance. */
function gapsAbove({ distance }: Line, place: number, window: number): Float64Array {
  const gaps = new Float64Array(window + 1).fill(Number.POSITIVE_INFINITY);
  gaps[0] = 0;
  for (let back = 1; back <= Math.min(window, place); back++) {
    gaps[back] = distance(place - back, place) ?? Number.POSITIVE_INFINITY;
  }
  return gaps;
}

function isBetter(
  { nextCosts, nextUrgencies }: Table,
  state: number,
  cost: number,
  urgency: number,
) {
  const known = at(nextCosts, state);
  return cost < known || (cost === known && urgency < at(nextUrgencies, state));
}

/** The best state after the last player: whoever is open then is left out. */
function cheapest(line: Line, { window, states, costs, urgencies }: Table): number {
  let [best, bestCost, bestUrgency] = [0, Number.POSITIVE_INFINITY, 0];
  for (let open = 0; open < states; open++) {
    let [cost, urgency] = [at(costs, open), at(urgencies, open)];
    for (let back = 1; back <= window && cost < Number.POSITIVE_INFINITY; back++) {
      if ((open & (1 << (back - 1))) === 0) continue;
      cost += LEFT_OUT;
      urgency += line.urgency(line.length - back);
    }
    if (cost > bestCost || (cost === bestCost && urgency >= bestUrgency)) continue;
    [best, bestCost, bestUrgency] = [open, cost, urgency];
  }
  return best;
}

function readBack({ partners, before, states }: Table, end: number, length: number): Match[] {
  const matches: Match[] = [];
  let state = end;
  for (let place = length - 1; place >= 0; place--) {
    const step = place * states + state;
    const back = partners[step] ?? 0;
    if (back > 0) matches.push([place - back, place]);
    state = before[step] ?? 0;
  }
  return matches.reverse();
}

const at = (values: Float64Array, index: number): number =>
  values[index] ?? Number.POSITIVE_INFINITY;
