import type { Arena } from '../arena/arena.ts';
import { type ArenaId, parseId } from '../core/ids.ts';
import type { Refusal } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { type ArenaDetails, viewDetails } from '../protocol/arena-details.ts';
import { cursorRefusal, cutPage } from './place-cursor.ts';
import { ARENA_PHASES, type ArenaPhase, type ArenaPlace, type Ports } from './ports.ts';

type ListPorts = Pick<Ports, 'store'>;

export interface ArenaPage {
  readonly arenas: readonly ArenaDetails[];
  readonly next: string | null;
}

/** What a list is made of, one phase after the other. */
const PHASES = {
  upcoming: ['created'],
  running: ['open', 'closing'],
  finished: ['frozen', 'cancelled', 'over'],
  current: ['open', 'closing', 'created'],
} as const satisfies Record<string, readonly ArenaPhase[]>;
export type ArenaList = keyof typeof PHASES;

const ARENAS_MAX = 20;

/** A page of arenas after the cursor. Refusal: invalid (`cursor`). */
export async function listArenas(
  { store }: ListPorts,
  list: ArenaList,
  cursor: string | null,
): Promise<Result<ArenaPage, Refusal>> {
  const phases: readonly ArenaPhase[] = PHASES[list];
  const from = placeIn(cursor, phases);
  if (!from.ok) return from;
  const found: Found[] = [];
  let { after } = from.value;
  for (const phase of phases.slice(from.value.index)) {
    // One more says whether there is another page.
    const wanted = ARENAS_MAX + 1 - found.length;
    if (wanted <= 0) break;
    const arenas = await store.arenasIn(phase, after, wanted);
    found.push(...arenas.map((arena) => ({ phase, arena })));
    after = null;
  }
  const { page, next } = cutPage(found, ARENAS_MAX, encode);
  const arenas = await Promise.all(page.map(({ arena }) => detailsOf(store, arena)));
  return ok({ arenas, next });
}

/** The arenas of an organiser, the latest start first. Refusal: invalid (`cursor`). */
export async function listOwnArenas(
  { store }: ListPorts,
  owner: string,
  cursor: string | null,
): Promise<Result<ArenaPage, Refusal>> {
  const from = placeIn(cursor, ['over']);
  if (!from.ok) return from;
  const found = await store.arenasOf(owner, from.value.after, ARENAS_MAX + 1);
  const { page, next } = cutPage(found, ARENAS_MAX, (arena) => encode({ phase: 'over', arena }));
  return ok({ arenas: await Promise.all(page.map((arena) => detailsOf(store, arena))), next });
}

const detailsOf = async (store: ListPorts['store'], arena: Arena): Promise<ArenaDetails> =>
  viewDetails(arena, { players: await store.placesTaken(arena), defenders: [] });

interface Found {
  readonly phase: ArenaPhase;
  readonly arena: Arena;
}

const encode = ({ phase, arena: { startsAtMs, id } }: Found): string =>
  `${phase}-${startsAtMs}-${id}`;

const SHAPE = /^([a-z]+)-(\d{1,16})-(\w+)$/;

interface Place {
  readonly index: number;
  readonly after: ArenaPlace | null;
}

function placeIn(cursor: string | null, phases: readonly ArenaPhase[]): Result<Place, Refusal> {
  if (cursor === null) return ok({ index: 0, after: null });
  const [, word, startsAtMs, text] = SHAPE.exec(cursor) ?? [];
  const phase = ARENA_PHASES.find((one) => one === word);
  const id = parseId<ArenaId>(text);
  const index = phase === undefined ? -1 : phases.indexOf(phase);
  return index === -1 || id === null
    ? err(cursorRefusal())
    : ok({ index, after: { startsAtMs: Number(startsAtMs), id } });
}
