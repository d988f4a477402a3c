import type { Arena } from '../../arena/arena.ts';
import { asksForStrength, mayLapse, type Verdict, verdicts, wantedBy } from '../../arena/entry.ts';
import { changeRow, type Row } from '../../arena/row.ts';
import { inGroups } from '../../core/groups.ts';
import type { PlayerId } from '../../core/ids.ts';
import { displayed, newRating, type Rating } from '../../game/glicko.ts';
import { announceTo } from '../announce-to.ts';
import { ATTEMPTS_MAX } from '../change.ts';
import type { Ports, RowPlace } from '../ports.ts';
import { vacate } from './vacate.ts';

export type ConfirmPorts = Pick<Ports, 'store' | 'queues' | 'now' | 'count'>;

/** Rows that are looked at together. */
const ROWS_READ = 500;
const AT_ONCE = 25;

/**
 * Looks at all who have entered once more, just before their arena opens: whoever does not meet its
 * conditions any more is taken out as if he had left, and told; where another game was to be played
 * before, the others get the rating that they have at this one. What is done already is not done
 * again, and an arena that asks for nothing costs nothing.
 */
export async function confirmEntries(ports: ConfirmPorts, arena: Arena): Promise<void> {
  if (!mayLapse(arena) && !arena.gameChanged) return;
  ports.count('EntriesNotConfirmed', 0);
  const list = arena.entry.access === 'list' ? await ports.store.allowList(arena.id) : null;
  const listed = new Set(list?.players);
  let after: RowPlace | null = null;
  do {
    const page = await ports.store.rowsAfter(arena, after, ROWS_READ);
    await confirmRows(ports, arena, listed, page.rows);
    after = page.next;
  } while (after !== null);
}

/** A row with the rating that its player has now, and a condition that he does not meet. */
interface Looked {
  readonly row: Row;
  readonly glicko: Rating;
  readonly failed: Verdict | null;
}

async function confirmRows(
  ports: ConfirmPorts,
  arena: Arena,
  listed: ReadonlySet<PlayerId>,
  rows: readonly Row[],
): Promise<void> {
  const looked: Looked[] = [];
  for (const some of inGroups(rows, AT_ONCE)) {
    looked.push(...(await lookAt(ports, arena, listed, some)));
  }
  const failing = looked.filter(({ failed }) => failed !== null);
  // Those of one part of the places come one after the other: they write the same counter.
  const parts = Map.groupBy(failing, ({ row }) => row.place).values();
  const gone = await Promise.all(Array.from(parts, (some) => takeOut(ports, arena, some)));
  await tell(ports, gone.flat());
  if (!arena.gameChanged) return;
  const staying = looked.filter((one) => !failing.includes(one));
  for (const some of inGroups(staying, AT_ONCE)) {
    await Promise.all(some.map((one) => rateAnew(ports, arena, one)));
  }
}

async function lookAt(
  { store, now }: ConfirmPorts,
  arena: Arena,
  listed: ReadonlySet<PlayerId>,
  rows: readonly Row[],
): Promise<Looked[]> {
  const atMs = now();
  const profiles = new Map(
    (await store.profiles(rows.map(({ player }) => player))).map((one) => [one.player, one]),
  );
  return Promise.all(
    rows.map(async (row) => {
      const { player } = row;
      const profile = profiles.get(player);
      // Whoever sits here plays nowhere else, so his row knows.
      const isOld = arena.gameChanged || (!row.seated && asksForStrength(arena));
      const rated = isOld ? await store.rating(player, arena.kind) : null;
      const unrated = profile === undefined ? row.glicko : newRating(profile.rating);
      const glicko = isOld ? (rated?.glicko ?? unrated) : row.glicko;
      const known = { guest: profile?.guest ?? false, listed: listed.has(player), glicko };
      const judged = verdicts(arena, { ...known, password: null, hasRow: true, atMs });
      return { row, glicko, failed: judged.find(({ ok }) => !ok) ?? null };
    }),
  );
}

async function takeOut(
  { store, count }: ConfirmPorts,
  arena: Arena,
  some: readonly Looked[],
): Promise<Looked[]> {
  const gone: Looked[] = [];
  for (const one of some) {
    const { player } = one.row;
    const taken = await vacate(store, arena, player, (row) => (hasBegun(row) ? 'stays' : null));
    if (taken.ok && taken.value !== null) gone.push({ ...one, row: taken.value });
    // One who is contended must not keep all others waiting; he is asked again when he comes back.
    if (!taken.ok && taken.error !== 'stays') count('EntriesNotConfirmed');
  }
  return gone;
}

/** Whoever was removed stays so; and nobody plays before somebody else has opened the arena. */
const hasBegun = ({ removed, state, log }: Row): boolean =>
  removed || state === 'play' || log.length > 0;

/** One announcement for all who do not meet the same condition. */
async function tell(ports: ConfirmPorts, gone: readonly Looked[]): Promise<void> {
  for (const [condition, some] of Map.groupBy(gone, ({ failed }) => failed?.condition)) {
    const failed = some[0]?.failed ?? null;
    const rows = some.map(({ row }) => row);
    const [first] = rows;
    if (condition === undefined || failed === null || first === undefined) continue;
    const left = { t: 'left', arena: first.arena, condition, expected: wantedBy(failed) } as const;
    await announceTo(ports, rows, left);
  }
}

/**
 * Only on the very row whose rating was looked up: an older rating would undo a game. Where the
 * arena has opened meanwhile somebody else has done all this.
 */
async function rateAnew(ports: ConfirmPorts, arena: Arena, first: Looked): Promise<void> {
  let looked: Looked | undefined = first;
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
    if (looked === undefined || isDone(looked)) return;
    const { row, glicko } = looked;
    const rating = displayed(glicko);
    const after = changeRow(row, { glicko, rating, joinedRating: rating, why: 'rated' });
    const commit = await ports.store.commit([{ op: 'update', before: row, after }]);
    if (commit.kind === 'stored') return;
    const now = await ports.store.row(arena, row.player, 'consistent');
    [looked] = now === null ? [] : await lookAt(ports, arena, new Set(), [now]);
  }
  throw new Error(`${first.row.player} is too busy to be rated anew`);
}

const isDone = ({ row, glicko }: Looked): boolean =>
  row.state === 'play' ||
  row.log.length > 0 ||
  (row.joinedRating === displayed(glicko) && isSame(row.glicko, glicko));

const isSame = (a: Rating, b: Rating): boolean =>
  a.rating === b.rating && a.deviation === b.deviation && a.games === b.games;
