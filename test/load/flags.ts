import { numberIn, readFlags } from '../../infra/cli/read-flags.ts';
import { err, ok, type Result } from '../../shared/core/result.ts';

/** How much load, for how long. */
export interface Flags {
  readonly players: number;
  readonly minutes: number;
  readonly seed: number;
  /** A second, of all games together. */
  readonly moves: number;
  /** Without what goes wrong on purpose: to tell the cost of the faults from that of the load. */
  readonly calm: boolean;
}

export const USAGE = `npm run load -- [flags]

  --players N   bots in two arenas, 20 to 1300 (500)
  --minutes M   of load after the first wave, 0.5 to 60 (3)
  --moves N     a second, of all games together (150)
  --seed N      of the bots and of the faults (1)
  --calm        without what goes wrong on purpose

  Exit code 1: a law was broken. A run on a machine that was too busy is "invalid", with code 0.`;

const OPTIONS = {
  players: { type: 'string', default: '500' },
  minutes: { type: 'string', default: '3' },
  seed: { type: 'string', default: '1' },
  moves: { type: 'string', default: '150' },
  calm: { type: 'boolean', default: false },
} as const;

/** The flags, or one line that names the flag and what was expected. */
export function parseFlags(args: readonly string[]): Result<Flags, string> {
  const read = readFlags(OPTIONS, args);
  if (!read.ok) return read;
  const values = read.value;
  const flags: Flags = {
    players: numberIn(values.players),
    minutes: numberIn(values.minutes),
    seed: numberIn(values.seed),
    moves: numberIn(values.moves),
    calm: values.calm,
  };
  const wrong = firstWrong(flags);
  return wrong === null ? ok(flags) : err(wrong);
}

function firstWrong({ players, minutes, seed, moves }: Flags): string | null {
  const within = (value: number, min: number, max: number) => value >= min && value <= max;
  const whole = Number.isInteger;
  if (!whole(players) || !within(players, 20, 1_300)) return '--players: expected 20 to 1300';
  if (!within(minutes, 0.5, 60)) return '--minutes: expected 0.5 to 60';
  if (!whole(seed) || seed < 0) return '--seed: expected a whole number';
  return within(moves, 1, 1_000) ? null : '--moves: expected 1 to 1000';
}
