import type { ArenaView } from '../../shared/protocol/arena-view.ts';
import type { StandingView, TableView } from '../../shared/protocol/table-view.ts';

/** Where standings are shown: redrawn on a terminal, plain lines elsewhere. */
export interface Screen {
  readonly say: (line: string) => void;
  readonly live: (arena: ArenaView, table: TableView) => void;
}

const LINES_SHOWN = 16;
const PLAIN_EVERY_MS = 10_000;

export function createScreen(quiet: boolean): Screen {
  const isTerminal = process.stdout.isTTY === true;
  let drawn = 0;
  let plainAtMs = 0;
  const say = (line: string) => {
    drawn = 0;
    console.log(line);
  };
  return {
    say,
    live: (arena, table) => {
      if (quiet) return;
      if (!isTerminal) {
        if (Date.now() < plainAtMs + PLAIN_EVERY_MS) return;
        plainAtMs = Date.now();
        console.log(`${countdown(arena)}  ${leaders(table)}`);
        return;
      }
      const lines = [countdown(arena), ...tableLines(table.standings.slice(0, LINES_SHOWN))];
      // Back over what was drawn last, clearing each line.
      process.stdout.write(`\x1b[${drawn}F`.repeat(drawn > 0 ? 1 : 0));
      process.stdout.write(lines.map((line) => `\x1b[2K${line}\n`).join(''));
      drawn = lines.length;
    },
  };
}

/** `⏱ 1:23 to go`, or what the arena waits for. */
function countdown({ state, startsAtMs, endsAtMs }: ArenaView): string {
  const nowMs = Date.now();
  if (nowMs < startsAtMs) return `starts in ${clock(startsAtMs - nowMs)}`;
  if (nowMs < endsAtMs) return `${clock(endsAtMs - nowMs)} to go`;
  return state === 'frozen' ? 'frozen' : 'closing';
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

/** A line a player: rank, name, points, fire, games, performance, sheet. */
export function tableLines(standings: readonly StandingView[]): string[] {
  return standings.map(({ rank, name, points, onFire, games, performance, sheet }) => {
    const shown =
      performance === null
        ? ''
        : `${Math.round(performance.sum / performance.count)}${games < 3 ? '?' : ''}`;
    return [
      String(rank).padStart(3),
      name.padEnd(12),
      String(points).padStart(5),
      onFire ? '🔥' : '  ',
      shown.padStart(6),
      ` ${sheet.join(' ')}`,
    ].join(' ');
  });
}
