import { DEFAULT_GAME, PRESET_NAMES, type PresetName } from '../../shared/arena/policy.ts';
import { err, ok, type Result } from '../../shared/core/result.ts';
import { GAME_KINDS, type GameKind } from '../../shared/rules/rules.ts';
import { clockIn, numberIn, readFlags } from './read-flags.ts';

/** How `npm start` was asked to play. */
export interface Flags {
  readonly preset: PresetName;
  readonly game: GameKind;
  readonly rated: boolean;
  readonly players: number;
  readonly minutes: number;
  readonly limitMs: number;
  readonly incrementMs: number;
  readonly seed: number;
  readonly port: number;
  readonly dataDir: string | null;
  /** Ends after the freeze; the exit code says whether all was right. */
  readonly once: boolean;
  readonly quiet: boolean;
  readonly help: boolean;
}

const OWN_GAMES = PRESET_NAMES.map((name) => DEFAULT_GAME[name]);

export const USAGE = `npm start -- [flags]

  --preset R      the rules: ${PRESET_NAMES.join(', ')} (oware-shield)
  --game G        ${GAME_KINDS.join(', ')} (the preset's own: ${OWN_GAMES.join(', ')})
  --casual        changes no ratings
  --players N     bots in the arena, 2 to 200 (16)
  --minutes M     how long the arena lasts, 0.5 to 180 (3)
  --clock L+I     minutes and increment in seconds of each side: 3+2, 0.25+0 (0.5+0)
  --seed N        what the bots throw their dice with (1)
  --port P        of the HTTP and WebSocket API, 0 for a free one (8787)
  --data DIR      keeps the state there and goes on where it stopped
  --once          ends after the freeze, with a check of everything
  --quiet         no live standings
  --help          this text`;

const OPTIONS = {
  preset: { type: 'string', default: 'oware-shield' },
  game: { type: 'string' },
  casual: { type: 'boolean', default: false },
  players: { type: 'string', default: '16' },
  minutes: { type: 'string', default: '3' },
  clock: { type: 'string', default: '0.5+0' },
  seed: { type: 'string', default: '1' },
  port: { type: 'string', default: '8787' },
  data: { type: 'string' },
  once: { type: 'boolean', default: false },
  quiet: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** The flags, or one line that names the flag and what was expected. */
export function parseFlags(args: readonly string[]): Result<Flags, string> {
  const read = readFlags(OPTIONS, args);
  if (!read.ok) return read;
  const values = read.value;
  const preset = PRESET_NAMES.find((name) => name === values.preset);
  if (preset === undefined) return err(`--preset: expected one of ${PRESET_NAMES.join(', ')}`);
  const wanted = values.game ?? DEFAULT_GAME[preset];
  const game = GAME_KINDS.find((kind) => kind === wanted);
  if (game === undefined) return err(`--game: expected one of ${GAME_KINDS.join(', ')}`);
  const clock = clockIn(values.clock);
  if (clock === null) return err('--clock: expected minutes+seconds, like 3+2 or 0.25+0');
  const flags: Flags = {
    ...clock,
    ...{ preset, game, rated: !values.casual },
    players: numberIn(values.players),
    minutes: numberIn(values.minutes),
    seed: numberIn(values.seed),
    port: numberIn(values.port),
    dataDir: values.data ?? null,
    once: values.once,
    quiet: values.quiet,
    help: values.help,
  };
  const wrong = firstWrong(flags);
  return wrong === null ? ok(flags) : err(wrong);
}

function firstWrong({ players, minutes, limitMs, incrementMs, seed, port }: Flags): string | null {
  const within = (value: number, min: number, max: number) => value >= min && value <= max;
  const whole = Number.isInteger;
  if (!whole(players) || !within(players, 2, 200)) return '--players: expected 2 to 200';
  if (!within(minutes, 0.5, 180)) return '--minutes: expected 0.5 to 180';
  if (!within(limitMs + incrementMs, 1_000, 10_800_000)) return '--clock: expected up to 180+180';
  if (!whole(seed) || seed < 0) return '--seed: expected a whole number';
  return whole(port) && within(port, 0, 65_535) ? null : '--port: expected 0 to 65535';
}
