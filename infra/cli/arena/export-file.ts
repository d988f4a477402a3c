import type { BySide } from '../../../shared/game/game.ts';
import type { LineOf } from '../../../shared/protocol/export.ts';
import type { Side } from '../../../shared/rules/rules.ts';
import { checkClocks } from './check-clocks.ts';
import type { Findings } from './findings.ts';
import { type FileLine, type NumberedLine, type Standing, UnreadableError } from './read-lines.ts';
import { replayGame } from './replay.ts';

/** A rating at the start of a game as a line tells it; undefined: it does not. */
export interface StoredRating {
  readonly shown: number;
  readonly glicko: LineOf<'game'>['firstGlicko'];
  readonly games: number | undefined;
  readonly ratedAtMs: number | null | undefined;
}

/** A game without what is looked at while it is read: a large file's moves need not be kept. */
export interface Game {
  readonly id: string;
  readonly startedAtMs: number;
  readonly endedAtMs: number | undefined;
  readonly first: string;
  readonly second: string;
  readonly ratings: BySide<StoredRating>;
  readonly winner: Side | null;
  readonly ending: LineOf<'game'>['ending'];
  readonly plies: number;
  /** undefined: nobody knows. */
  readonly berserk: readonly Side[] | undefined;
  readonly counted: boolean | undefined;
}

/** An export that has been read, each id once. */
export interface ExportFile {
  readonly arena: LineOf<'arena'>;
  readonly players: ReadonlyMap<string, LineOf<'player'>>;
  readonly games: readonly Game[];
  readonly finals: ReadonlyMap<number, LineOf<'final'>>;
  readonly standings: ReadonlyMap<string, Standing>;
  /** `game.moves`, `standing.rank`, …: what the lines of this file hold. */
  readonly fields: ReadonlySet<string>;
}

/**
 * Reads a whole export. Moves are replayed and times added up as they come by; what is there twice
 * is a difference and the first of the two stays. Throws `UnreadableError`.
 */
export async function collectExport(
  lines: AsyncIterable<NumberedLine>,
  findings: Findings,
): Promise<ExportFile> {
  const fields = new Set<string>();
  let file: Draft | null = null;
  for await (const { line, at } of lines) {
    noteFields(line, fields);
    if (file === null && line.type === 'arena') file = draft(line);
    else if (file === null) fail(at, 'the first line is not the arena');
    else if (line.type === 'arena') fail(at, 'a second arena');
    else add(file, line, findings);
  }
  if (file === null) fail(1, 'nothing in it');
  const { games, ...rest } = file;
  return { ...rest, games: [...games.values()], fields };
}

interface Draft {
  readonly arena: LineOf<'arena'>;
  readonly players: Map<string, LineOf<'player'>>;
  readonly games: Map<string, Game>;
  readonly finals: Map<number, LineOf<'final'>>;
  readonly standings: Map<string, Standing>;
  /** One text for each player, not one for each of his games. */
  readonly names: Map<string, string>;
}

const draft = (arena: LineOf<'arena'>): Draft => ({
  arena,
  players: new Map(),
  games: new Map(),
  finals: new Map(),
  standings: new Map(),
  names: new Map(),
});

function fail(line: number, problem: string): never {
  throw new UnreadableError({ line, problem });
}

function noteFields(line: FileLine, fields: Set<string>): void {
  for (const [field, value] of Object.entries(line)) {
    if (value !== undefined && field !== 'literals') fields.add(`${line.type}.${field}`);
  }
}

function add(file: Draft, line: Exclude<FileLine, LineOf<'arena'>>, findings: Findings): void {
  const { players, games, finals, standings, arena } = file;
  switch (line.type) {
    case 'player':
      once(players, line.id, line, () => findings.differ(`player ${line.id}`, 'id', ...TWICE));
      break;
    case 'final':
      once(finals, line.version, line, () =>
        findings.differ(`final ${line.version}`, 'version', ...TWICE),
      );
      break;
    case 'standing':
      once(standings, line.player, line, () =>
        findings.differ(`player ${line.player}`, 'standing', ...TWICE),
      );
      break;
    case 'game':
      if (!games.has(line.id)) {
        replayGame(arena.game, line, findings);
        checkClocks(arena, line, findings);
      }
      once(games, line.id, kept(file, line), () =>
        findings.differ(`game ${line.id}`, 'id', ...TWICE),
      );
  }
}

const TWICE = ['twice', 'once'] as const;

function once<K, V>(lines: Map<K, V>, key: K, value: V, twice: () => void): void {
  if (lines.has(key)) twice();
  else lines.set(key, value);
}

/** What is kept of a game: written out, so that a hundred thousand of them stay small. */
function kept({ names }: Draft, line: LineOf<'game'>): Game {
  const shared = (name: string): string => {
    if (!names.has(name)) names.set(name, name);
    return names.get(name) ?? name;
  };
  return {
    id: line.id,
    startedAtMs: line.startedAtMs,
    endedAtMs: line.endedAtMs,
    first: shared(line.first),
    second: shared(line.second),
    ratings: {
      first: {
        shown: line.firstRating,
        glicko: line.firstGlicko,
        games: line.firstRatedGames,
        ratedAtMs: line.firstRatedAtMs,
      },
      second: {
        shown: line.secondRating,
        glicko: line.secondGlicko,
        games: line.secondRatedGames,
        ratedAtMs: line.secondRatedAtMs,
      },
    },
    winner: line.winner,
    ending: line.ending,
    plies: line.plies,
    berserk: line.berserk === undefined ? undefined : sidesIn(line.berserk),
    counted: line.counted,
  };
}

const NOBODY: readonly Side[] = [];

const sidesIn = (sides: readonly Side[]): readonly Side[] => (sides.length === 0 ? NOBODY : sides);
