import type { Entity } from '../../shared/app/entities.ts';
import { scoreOrPostpone } from '../../shared/app/look.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { refreshTable } from '../../shared/app/refresh-table.ts';
import { watchAgain } from '../../shared/app/watch-game.ts';
import type { Row } from '../../shared/arena/row.ts';
import type { ArenaId } from '../../shared/core/ids.ts';
import type { Change } from './memory-store.ts';
import type { Consumer } from './streams.ts';

/** Games stream, live to done. */
const score: Consumer = {
  name: 'score',
  timeoutMs: 30_000,
  groupOf: ({ before, after }) =>
    before?.type === 'game' && after?.type === 'game' && after.state === 'done' ? after.id : null,
  work: async (ports, changes) => {
    for (const { after } of changes) {
      if (after?.type === 'game' && after.state === 'done') await scoreOrPostpone(ports, after, 0);
    }
  },
};

/** Games stream, a new game. */
const arm: Consumer = {
  name: 'arm',
  timeoutMs: 10_000,
  groupOf: ({ before, after }) => (before === null && after?.type === 'game' ? after.id : null),
  work: async (ports, changes) => {
    for (const { after } of changes) if (after?.type === 'game') await watchAgain(ports, after);
  },
};

/** Arenas stream: a row became ready or gave up waiting, or the arena opened. */
const pair: Consumer = {
  name: 'pair',
  timeoutMs: 30_000,
  groupOf: ({ before, after }) => {
    if (after?.type === 'row') {
      return isReady(after.why) || givesUp(before, after) ? after.arena : null;
    }
    const opened = after?.type === 'arena' && after.state === 'open';
    return opened && before?.type === 'arena' && before.state === 'created' ? after.id : null;
  },
  work: async (ports, changes) => {
    const rows = changes.flatMap(({ after }) => (after?.type === 'row' ? [after] : []));
    await pairArena(ports, arenaOf(changes), rows);
  },
};

/** Arenas stream: a player came, was paired, scored, paused or removed. */
const standings: Consumer = {
  name: 'standings',
  timeoutMs: 30_000,
  groupOf: ({ after }) => (after?.type === 'row' && isInTable(after.why) ? after.arena : null),
  work: async (ports, changes) => {
    await refreshTable(ports, arenaOf(changes), ports.now());
  },
};

/** The four readers of the two streams, filtered as the template filters them. */
export const CONSUMERS: readonly Consumer[] = [score, arm, pair, standings];

const isReady = (why: string): boolean => why === 'ready' || why === 'scoredReady';
const givesUp = (before: Entity | null, after: Row): boolean =>
  before?.type === 'row' &&
  before.state === 'ready' &&
  after.state === 'idle' &&
  ['paused', 'removed', 'unseated'].includes(after.why);
const isInTable = (why: string): boolean =>
  ['entered', 'paired', 'scored', 'scoredReady', 'voided', 'paused', 'removed'].includes(why);

function arenaOf([first]: readonly Change[]): ArenaId {
  const entity = first?.after;
  if (entity?.type === 'row') return entity.arena;
  if (entity?.type === 'arena') return entity.id;
  throw new Error('a record of an arena');
}
