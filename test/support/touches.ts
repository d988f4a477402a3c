import { entityKey } from '../../shared/app/entities.ts';
import type { Write } from '../../shared/app/ports.ts';
import type { FinalHead } from '../../shared/app/tables.ts';
import type { Final } from '../../shared/arena/final.ts';

/** What a port call reads or writes, by key; a key that ends in `*` stands for all it begins. */
export interface Touches {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
}

/** A call that nobody else can notice, such as one to a queue. */
export const NOTHING: Touches = { reads: [], writes: [] };
const EVERYTHING: Touches = { reads: [], writes: ['*'] };

interface Named {
  readonly id: string;
}

/** What a call of the store or the tables touches; what is not listed touches everything. */
export function touchesOf(name: string, args: readonly unknown[]): Touches {
  const [first, second] = args;
  const id = (first as Named | undefined)?.id;
  switch (name) {
    case 'game':
    case 'arena':
    case 'pool':
    case 'seat':
    case 'profile':
    case 'allowList':
    case 'guest':
    case 'erasure':
      return reading(`${name} ${first}`);
    case 'rating':
      return reading(`rating ${first} ${second}`);
    case 'games':
      return { reads: (first as string[]).map((game) => `game ${game}`), writes: [] };
    case 'row':
      return reading(`row ${id} ${second}`);
    case 'rowAt': {
      const { arena, player } = first as { arena: string; player: string };
      return reading(`row ${arena} ${player}`);
    }
    case 'rows':
    case 'rowsAfter':
      return reading(`row ${id} *`);
    case 'profiles':
      return { reads: (first as string[]).map((player) => `profile ${player}`), writes: [] };
    case 'participations':
      return reading(`participation ${first} *`);
    case 'filed':
      return reading(`filed ${first} *`);
    case 'report': {
      const { arena, atMs, id: of } = first as { arena: string; atMs: number; id: string };
      return reading(`report ${arena} ${atMs} ${of}`);
    }
    case 'series':
      return reading(`series ${first}`);
    case 'seriesIn':
      return reading('series *');
    case 'editions':
      return reading(`edition ${first} *`);
    case 'commit':
      return { reads: [], writes: (first as Write[]).map(keyOf) };
    case 'head':
    case 'page':
    case 'order':
      return reading(`table ${first}`);
    case 'claim':
    case 'noteLook':
    case 'publish':
    case 'rename':
      return { reads: [], writes: [`table ${first}`] };
    case 'finalHead':
      return reading(`final ${first} ${second}`);
    case 'finalPage':
      return reading(`final ${first} ${(second as FinalHead).version}`);
    case 'freeze':
      return { reads: [], writes: [`final ${first} ${(second as Final).version}`] };
    default:
      return EVERYTHING;
  }
}

/** Whether two calls give the same in either order. */
export const commute = (a: Touches, b: Touches): boolean =>
  !overlap(a.writes, [...b.reads, ...b.writes]) && !overlap(b.writes, a.reads);

const reading = (key: string): Touches => ({ reads: [key], writes: [] });

const overlap = (some: readonly string[], others: readonly string[]): boolean =>
  some.some((a) => others.some((b) => covers(a, b) || covers(b, a)));

const covers = (pattern: string, key: string): boolean =>
  pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : pattern === key;

function keyOf(write: Write): string {
  if (write.op === 'take' || write.op === 'giveBack') return entityKey(write.counter);
  if (write.op === 'seat') return `row ${write.game.arena} ${write.ticket.player}`;
  return entityKey(write.op === 'update' ? write.before : write.entity);
}
