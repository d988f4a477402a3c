import type { ArenaView } from '../../shared/protocol/arena-view.ts';

/** By its name a later run knows its own arena from those that somebody has scheduled. */
export const ARENA_NAME = 'Oware Shield Arena';

/** The arena that an earlier run has left unfinished. */
export const unfinishedArena = (arenas: readonly ArenaView[]): ArenaView | undefined =>
  arenas.find(({ name, state }) => name === ARENA_NAME && state !== 'frozen');
