import type { ArenaView } from '../../shared/protocol/arena-view.ts';
import type { TableView } from '../../shared/protocol/table-view.ts';
import { tableLines } from './columns.ts';
import { policyIn } from './own-arena.ts';

/** Where standings are shown: redrawn on a terminal, plain lines elsewhere. */
export interface Screen {
  readonly say: (line: string) => void;
  readonly live: (arena: ArenaView, table: TableView) => void;
}

const LINES_SHOWN = 16;
const PLAIN_EVERY_MS = 10_000;

export function createScreen(quiet: boolean): Screen {
  const isTerminal = process.stdout.isTTY === true;
  const isDue = createPace();
  let drawn = 0;
  const say = (line: string) => {
    drawn = 0;
    console.log(line);
  };
  return {
    say,
    live: (arena, table) => {
      if (quiet) return;
      const head = stateLine(arena, table, Date.now());
      if (!isTerminal) {
        if (isDue(arena, head)) console.log(`${head}  ${leaders(table)}`);
        return;
      }
      const shown = table.standings.slice(0, LINES_SHOWN);
      const lines = [head, ...tableLines(shown, policyIn(arena))];
      // Back over what was drawn last, clearing each line.
      process.stdout.write(`\x1b[${drawn}F`.repeat(drawn > 0 ? 1 : 0));
      process.stdout.write(lines.map((line) => `\x1b[2K${line}\n`).join(''));
      drawn = lines.length;
    },
  };
}

/** Plain lines come now and then, and whenever a closing arena waits for something else. */
function createPace(): (arena: ArenaView, head: string) => boolean {
  let nextAtMs = 0;
  let last = '';
  return ({ endsAtMs }, head) => {
    const nowMs = Date.now();
    const isNews = nowMs >= endsAtMs && head !== last;
    if (nowMs < nextAtMs && !isNews) return false;
    nextAtMs = nowMs + PLAIN_EVERY_MS;
    last = head;
    return true;
  };
}

/** `1:23 to go`, or what the arena waits for. */
export function stateLine(arena: ArenaView, table: TableView, nowMs: number): string {
  const { state, startsAtMs, endsAtMs } = arena;
  if (nowMs < startsAtMs) return `starts in ${clock(startsAtMs - nowMs)}`;
  if (nowMs < endsAtMs) return `${clock(endsAtMs - nowMs)} to go`;
  if (state === 'frozen') return 'frozen';
  const playing = table.standings.filter((line) => line.state === 'playing').length;
  const games = Math.ceil(playing / 2);
  if (games === 0) return 'closing: waits for the final ranking';
  const running = games === 1 ? 'a game' : `${games} games`;
  return policyIn(arena).lateGames === 'counted'
    ? `closing: waits for ${running}`
    : `closing: waits for the final ranking; ${running} more, not counted`;
}

export function clock(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const leaders = ({ standings }: TableView): string =>
  standings
    .slice(0, 5)
    .map(({ rank, name, points, onFire }) => `${rank}. ${name} ${points}${onFire ? ' 🔥' : ''}`)
    .join('  ');
