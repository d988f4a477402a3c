import { numberIn, readFlags } from '../../infra/cli/read-flags.ts';
import { err, ok, type Result } from '../../shared/core/result.ts';

/** How many are tortured, for how long. */
export interface Flags {
  readonly players: number;
  readonly minutes: number;
  readonly seed: number;
}

export const USAGE = `npm run soak -- [flags]

  --minutes M   how long games are started, 0.5 to 60 (3); what runs then is played to its end
  --players N   bots on a rough network, 20 to 400 (100)
  --seed N      of the bots and of the network (1)
  --help        this text

  Exit code 0: green, or "invalid" because the machine was too busy; 1: red, with what was broken;
  2: wrong flags.`;

const OPTIONS = {
  players: { type: 'string', default: '100' },
  minutes: { type: 'string', default: '3' },
  seed: { type: 'string', default: '1' },
  help: { type: 'boolean', default: false },
} as const;

/** The flags, `help`, or one line that names the flag and what was expected. */
export function parseFlags(args: readonly string[]): Result<Flags | 'help', string> {
  const read = readFlags(OPTIONS, args);
  if (!read.ok) return read;
  if (read.value.help) return ok('help');
  const flags: Flags = {
    players: numberIn(read.value.players),
    minutes: numberIn(read.value.minutes),
    seed: numberIn(read.value.seed),
  };
  const wrong = firstWrong(flags);
  return wrong === null ? ok(flags) : err(wrong);
}

function firstWrong({ players, minutes, seed }: Flags): string | null {
  const within = (value: number, min: number, max: number) => value >= min && value <= max;
  const whole = Number.isInteger;
  if (!whole(players) || !within(players, 20, 400)) return '--players: expected 20 to 400';
  if (!within(minutes, 0.5, 60)) return '--minutes: expected 0.5 to 60';
  return whole(seed) && seed >= 0 ? null : '--seed: expected a whole number';
}
