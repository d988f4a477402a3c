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
  /** Distances to the players above, by how far back they are; infinite: never. */
  readonly gaps: Float64Array;
  /** By player and state: how far back the partner is (0: none), `+ LEAVES` if somebody leaves. */
  readonly steps: Uint8Array;
}

/** Marks a step in which whoever is about to leave the window open leaves it. */
const LEAVES = 16;

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
    gaps: new Float64Array(window + 1),
    steps: new Uint8Array(length * states),
  };
}

/**
 * One more player: bit k of a state says that whoever is k + 1 places above him is open. `kept` are
 * those who are open before and after him; beside them one may be closed and one may leave.
 */
function advance(line: Line, table: Table, place: number): void {
  measureGaps(line, table, place);
  const leaving = place >= table.window ? line.urgency(place - table.window) : 0;
  for (let kept = 0; kept < table.states / 2; kept++) {
    stayOpen(table, place, kept, leaving);
    closeOne(table, place, kept, leaving);
  }
  [table.costs, table.nextCosts] = [table.nextCosts, table.costs];
  [table.urgencies, table.nextUrgencies] = [table.nextUrgencies, table.urgencies];
}

/** He meets nobody yet, and the one who leaves, if he is open, never does. */
function stayOpen(table: Table, place: number, kept: number, leaving: number): void {
  const { costs, urgencies, states } = table;
  const left = kept | (states / 2);
  const [cost, urgency] = [at(costs, kept), at(urgencies, kept)];
  const [leftCost, leftUrgency] = [at(costs, left) + LEFT_OUT, at(urgencies, left) + leaving];
  const state = (kept << 1) | 1;
  const leaves = leftCost < cost || (leftCost === cost && leftUrgency < urgency);
  table.nextCosts[state] = leaves ? leftCost : cost;
  table.nextUrgencies[state] = leaves ? leftUrgency : urgency;
  table.steps[place * states + state] = leaves ? LEAVES : 0;
}

/** He meets one of those who are open above him: the one who leaves, or another one. */
function closeOne(table: Table, place: number, kept: number, leaving: number): void {
  const { costs, urgencies, gaps, states, window } = table;
  const last = states / 2;
  let cost = at(costs, kept | last) + at(gaps, window);
  let urgency = at(urgencies, kept | last);
  let step = window;
  for (let free = ~kept & (last - 1); free !== 0; free &= free - 1) {
    const partner = free & -free;
    const back = 32 - Math.clz32(partner);
    const gap = at(gaps, back);
    if (gap === Number.POSITIVE_INFINITY) continue;
    const before = kept | partner;
    const staysCost = at(costs, before) + gap;
    const staysUrgency = at(urgencies, before);
    if (staysCost < cost || (staysCost === cost && staysUrgency < urgency)) {
      cost = staysCost;
      urgency = staysUrgency;
      step = back;
    }
    const leavesCost = at(costs, before | last) + gap + LEFT_OUT;
    const leavesUrgency = at(urgencies, before | last) + leaving;
    if (leavesCost < cost || (leavesCost === cost && leavesUrgency < urgency)) {
      cost = leavesCost;
      urgency = leavesUrgency;
      step = back | LEAVES;
    }
  }
  const state = kept << 1;
  table.nextCosts[state] = cost;
  table.nextUrgencies[state] = urgency;
  table.steps[place * states + state] = step;
}

function measureGaps({ distance }: Line, { gaps, window }: Table, place: number): void {
  for (let back = 1; back <= window; back++) {
    const gap = back <= place ? distance(place - back, place) : null;
    gaps[back] = gap ?? Number.POSITIVE_INFINITY;
  }
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

function readBack({ steps, states }: Table, end: number, length: number): Match[] {
  const matches: Match[] = [];
  let state = end;
  for (let place = length - 1; place >= 0; place--) {
    const step = steps[place * states + state] ?? 0;
    const back = step & (LEAVES - 1);
    if (back > 0) matches.push([place - back, place]);
    const closed = back > 0 ? 1 << (back - 1) : 0;
    state = (state >> 1) | closed | (step >= LEAVES ? states / 2 : 0);
  }
  return matches.reverse();
}

const at = (values: Float64Array, index: number): number =>
  values[index] ?? Number.POSITIVE_INFINITY;
