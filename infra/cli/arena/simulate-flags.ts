import { PRESET_NAMES, PRESETS } from '../../../shared/arena/policy.ts';
import { err, ok, type Result } from '../../../shared/core/result.ts';
import { clockIn, numberIn, readFlags } from '../read-flags.ts';
import { usualGameMs } from '../simulation/play.ts';
import { PAIRING_NAMES, type PairingName } from '../simulation/rules.ts';
import type { Setup } from '../simulation/world.ts';

/** What `simulate` was asked for. */
export interface Wanted {
  readonly setup: Setup;
  readonly pairing: PairingName;
  readonly json: boolean;
}

const OPTIONS = {
  players: { type: 'string', default: '50' },
  minutes: { type: 'string', default: '90' },
  clock: { type: 'string', default: '3+2' },
  pairing: { type: 'string', default: 'ours' },
  seed: { type: 'string', default: '1' },
  preset: { type: 'string', default: 'oware-shield' },
  json: { type: 'boolean', default: false },
} as const;

/** The flags, or one line that names the flag and what was expected. */
export function parseSimulateFlags(args: readonly string[]): Result<Wanted, string> {
  const read = readFlags(OPTIONS, args);
  if (!read.ok) return read;
  const values = read.value;
  const clock = clockIn(values.clock);
  // Without a time to play for there is no length of a game.
  if (clock === null || clock.limitMs + clock.incrementMs === 0) {
    return err('--clock: expected minutes+seconds of a side, like 3+2 or 0.5+0');
  }
  const { limitMs, incrementMs } = clock;
  const preset = PRESET_NAMES.find((name) => name === values.preset);
  if (preset === undefined) return err(`--preset: expected one of ${PRESET_NAMES.join(', ')}`);
  const pairing = PAIRING_NAMES.find((name) => name === values.pairing);
  if (pairing === undefined) return err(`--pairing: expected one of ${PAIRING_NAMES.join(', ')}`);
  const setup: Setup = {
    players: numberIn(values.players),
    durationMs: Math.round(numberIn(values.minutes) * 60_000),
    limitMs,
    incrementMs,
    meanGameMs: usualGameMs(limitMs, incrementMs),
    policy: PRESETS[preset],
    seed: numberIn(values.seed),
  };
  const wrong = firstWrong(setup);
  return wrong === null ? ok({ setup, pairing, json: values.json }) : err(wrong);
}

const PLAYERS_MAX = 20_000;
const MINUTES_MAX = 1_440;
const SEED_MAX = 2 ** 31 - 1;

function firstWrong({ players, durationMs, seed }: Setup): string | null {
  const isWhole = (value: number, min: number, max: number): boolean =>
    Number.isInteger(value) && value >= min && value <= max;
  if (!isWhole(players, 2, PLAYERS_MAX)) {
    return `--players: expected a whole number from 2 to ${PLAYERS_MAX}`;
  }
  const minutes = durationMs / 60_000;
  if (!(minutes >= 1 && minutes <= MINUTES_MAX)) {
    return `--minutes: expected a number from 1 to ${MINUTES_MAX}`;
  }
  return isWhole(seed, 0, SEED_MAX) ? null : `--seed: expected a whole number up to ${SEED_MAX}`;
}
