import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Policy, PRESETS } from '../../shared/arena/policy.ts';
import { FOLDER, publishedArena, wrongSheets } from '../support/published.ts';

/** One rule changed, and how many of the 193 published sheets are wrong then. */
interface Mutation {
  readonly rule: string;
  /** Counted before by a program of its own; 0: these games do not decide it. */
  readonly wrong: number;
  /** A rule that policies have, or a text of sheet.ts that occurs once and what replaces it. */
  readonly change: Partial<Policy> | readonly [string, string];
}

const SHEET = 'shared/arena/sheet.ts';
const TEST = 'test/vectors/published.test.ts';
const TEST_MS_MAX = 120_000;
const { lichess } = PRESETS;
const bonusFrom = (minPlies: number) => ({ berserkBonus: { points: 2, minPlies } });

const MUTATIONS: readonly Mutation[] = [
  { rule: 'none', wrong: 0, change: {} },
  { rule: 'streak after 1 win', wrong: 156, change: { streak: { afterWins: 1, factor: 2 } } },
  { rule: 'streak after 3 wins', wrong: 121, change: { streak: { afterWins: 3, factor: 2 } } },
  {
    rule: 'draw inside a streak worth 1',
    wrong: 40,
    change: ['return points.draw * (streak?.factor ?? 1);', 'return points.draw;'],
  },
  {
    rule: 'berserk point doubled in a streak',
    wrong: 26,
    change: [
      '(policy.berserkBonus?.points ?? 0) : 0);',
      "(policy.berserkBonus?.points ?? 0) * (reason === 'winOnFire' ? 2 : 1) : 0);",
    ],
  },
  {
    rule: 'berserk point for a draw',
    wrong: 21,
    change: [
      "!entry.berserk || entry.result !== 'win'",
      "!entry.berserk || entry.result === 'loss'",
    ],
  },
  {
    rule: 'a loss breaks the draw streak',
    wrong: 2,
    change: [
      "if (result !== 'loss') memory.lastNonLoss = result;",
      "memory.lastNonLoss = result === 'loss' ? null : result;",
    ],
  },
  { rule: 'no exception for long draws', wrong: 12, change: { drawStreakLongMinPlies: 10_000 } },
  { rule: 'no draw streaks', wrong: 4, change: { drawStreakLongMinPlies: null } },
  {
    rule: 'games of 0 and 1 plies left out of the streak',
    wrong: 6,
    change: [
      '{ result }: LogEntry): void {\n  memory.winsInARow = result',
      '{ result, plies }: LogEntry): void {\n  if (plies >= 2) memory.winsInARow = result',
    ],
  },
  {
    rule: 'berserk point without minimum length',
    wrong: 2,
    change: ["if (entry.noShow) return 'tooShort';", "return 'bonus';"],
  },
  // Ours: one of the two is a win against nobody, which has no bonus whatever the length.
  { rule: 'berserk point from 0 plies on', wrong: 1, change: bonusFrom(0) },
  { rule: 'draw of exactly 20 plies worth 0', wrong: 2, change: { quickDrawMaxPlies: 20 } },
  { rule: 'no quick draws', wrong: 0, change: { quickDrawMaxPlies: null } },
  {
    rule: 'a draw on fire starts no draw streak',
    wrong: 0,
    change: [
      'remember(memory, entry);',
      "remember(memory, reason === 'drawOnFire' ? { ...entry, result: 'loss' } : entry);",
    ],
  },
  { rule: 'berserk point from 2 plies on', wrong: 0, change: bonusFrom(2) },
  { rule: 'berserk point from 19 plies on', wrong: 0, change: bonusFrom(19) },
  { rule: 'long draws from 58 plies on', wrong: 0, change: { drawStreakLongMinPlies: 58 } },
  { rule: 'long draws from 79 plies on', wrong: 0, change: { drawStreakLongMinPlies: 79 } },
];

const isText = (change: Mutation['change']): change is readonly [string, string] =>
  Array.isArray(change);

/** Copies what the test needs; the packages are only linked. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'mutations-'));
  process.on('exit', () => rmSync(copy, { recursive: true, force: true }));
  process.on('SIGINT', () => process.exit(130));
  process.on('SIGTERM', () => process.exit(143));
  for (const part of ['shared', 'test', 'package.json', 'tsconfig.json', 'vitest.config.ts']) {
    cpSync(part, join(copy, part), { recursive: true });
  }
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Wrong sheets that the published test names with this text of sheet.ts, and whether it is red. */
function tested(copy: string, source: string): { wrong: number; red: boolean } {
  writeFileSync(join(copy, SHEET), source);
  const { status, stdout } = spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', TEST, '--no-color'],
    {
      cwd: copy,
      encoding: 'utf8',
      timeout: TEST_MS_MAX,
      env: { ...process.env, ARENA_VECTORS: resolve(FOLDER ?? ''), DEEP: '' },
    },
  );
  const count = /published vectors: \d+ sheets, (\d+) wrong/.exec(stdout)?.[1];
  if (count === undefined) throw new Error(`the test did not count its sheets:\n${stdout}`);
  return { wrong: Number(count), red: status !== 0 };
}

function mutated(source: string, [from, to]: readonly [string, string]): string {
  const found = source.split(from).length - 1;
  if (found !== 1) throw new Error(`found ${found} times in ${SHEET}: ${from}`);
  return source.replace(from, () => to);
}

function run(): number {
  const arena = publishedArena();
  const source = readFileSync(SHEET, 'utf8');
  const copy = copyTree();
  let failures = 0;
  for (const { rule, wrong: expected, change } of MUTATIONS) {
    const wrong = isText(change) ? 0 : wrongSheets(arena, { ...lichess, ...change }).length;
    const seen = isText(change) ? tested(copy, mutated(source, change)) : { wrong, red: wrong > 0 };
    const good = seen.wrong === expected && (expected === 0 || seen.red);
    failures += good ? 0 : 1;
    const line = `${String(seen.wrong).padStart(4)} of ${String(expected).padEnd(4)}`;
    console.log(`${line} ${good ? 'as expected' : 'DIFFERENT  '}  ${rule}`);
  }
  console.log(`mutations: ${MUTATIONS.length - failures} of ${MUTATIONS.length} as expected`);
  return failures;
}

if (FOLDER === null) {
  console.log('mutations: SKIPPED (ARENA_VECTORS names no folder)');
} else {
  process.exitCode = run() === 0 ? 0 : 1;
}
