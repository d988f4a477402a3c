import {
  cancelArenaOperation,
  createArenaOperation,
} from '../../../shared/protocol/api/arena-operations.ts';
import { GAME_KINDS } from '../../../shared/rules/rules.ts';
import { numberIn } from '../read-flags.ts';
import type { Api } from './api.ts';
import { apiCommand, wrongUsage } from './api-command.ts';
import { arenaIn } from './arena-lines.ts';
import { NotDone } from './client/answer.ts';
import { numbersOf, smokeLines } from './smoke/lines.ts';
import { playSmoke } from './smoke/play.ts';
import { faultsOf } from './smoke/seen.ts';
import { counted } from './text.ts';

/** Time for guests to come, and for functions to start cold. */
const STARTS_IN_MS = 15_000;
const SECOND_MS = 1_000;
/** So short that several games come to an end in a minute. */
const CLOCK = { limitMs: 15_000, incrementMs: 0 };
/** The server lets no arena be shorter. */
const SECONDS_MIN = 10;
const SECONDS_MAX = 3_600;
/** A deployment lets in so many guests an hour from one address, unless it was told otherwise. */
const PLAYERS_MAX = 50;
const CANCEL_WITHIN_MS = 10_000;

export const smoke = apiCommand({
  name: 'smoke',
  summary: 'plays a short arena with bots and checks everything',
  operands: [],
  synopsis: '[--kind KIND] [--seconds S] [--players N]',
  about: `Makes an arena that begins in ${STARTS_IN_MS / SECOND_MS} s, plays it with guests over the
public API, waits for the frozen ranking, recomputes it from the games, and prints what was
measured. The arena is called a smoke test and is in the lists like any other; nobody else gets a
place in it, and it changes no ratings. Its guests ask to be forgotten afterwards. Ctrl-C cancels
it. Exit code 1 also where something was not as it should be: a line each says what.`,
  flags: [
    ['--kind KIND', `what is played: ${GAME_KINDS.join(', ')} (oware)`],
    ['--seconds S', `how long the arena lasts, ${SECONDS_MIN} to ${SECONDS_MAX} (60)`],
    ['--players N', `guests who play, 2 to ${PLAYERS_MAX} (4); they count as guests of the hour`],
  ],
  examples: ['smoke', 'smoke --kind chess --seconds 120 --players 8'],
  access: 'token',
  options: {
    kind: { type: 'string', default: 'oware' },
    seconds: { type: 'string', default: '60' },
    players: { type: 'string', default: '4' },
  },
  run: async ({ flags, api, nowMs, json, print, interrupted, warn }) => {
    const game = GAME_KINDS.find((kind) => kind === flags.kind);
    if (game === undefined) wrongUsage(`--kind: expected one of ${GAME_KINDS.join(', ')}`);
    const seconds = wholeIn('seconds', flags.seconds, SECONDS_MIN, SECONDS_MAX);
    const players = wholeIn('players', flags.players, 2, PLAYERS_MAX);
    const arena = arenaIn(
      await api.ask(createArenaOperation, {
        body: {
          ...{ name: `Smoke test of ${game}`, description: 'Bots try out this deployment.' },
          ...{ game, preset: 'oware-shield', rated: false, clock: CLOCK, playersMax: players },
          ...{ startsAtMs: nowMs + STARTS_IN_MS, durationMs: seconds * SECOND_MS },
        },
      }),
    );
    const signal = interrupted();
    const seen = await playSmoke({ api, arena, players, signal }).catch(async (cause: unknown) => {
      warn(await callOff(api, arena.id, 'smoke test given up'));
      throw cause;
    });
    if (signal.aborted) throw new NotDone(await callOff(api, arena.id, 'smoke test interrupted'));
    const faults = faultsOf(seen);
    const shown = json
      ? [JSON.stringify({ ...numbersOf(seen), faults })]
      : smokeLines(seen, faults);
    await print(shown.map((line) => `${line}\n`).join(''));
    if (faults.length > 0) throw new NotDone(counted(faults.length, 'fault'));
  },
});

function wholeIn(name: string, text: string, min: number, max: number): number {
  const value = numberIn(text);
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  return wrongUsage(`--${name}: expected a whole number from ${min} to ${max}`);
}

/** What became of an arena that is not played to its end. */
async function callOff(api: Api, id: string, reason: string): Promise<string> {
  const tooLong = AbortSignal.timeout(CANCEL_WITHIN_MS);
  const goesOn = `arena ${id} goes on: cancel it with cancel ${id} --reason TEXT`;
  const given = new Promise<string>((resolve) => {
    tooLong.addEventListener('abort', () => resolve(goesOn), { once: true });
  });
  const cancelled = api.ask(cancelArenaOperation, { path: { id }, body: { reason } }).then(
    () => `arena ${id} is cancelled`,
    () => goesOn,
  );
  return Promise.race([cancelled, given]);
}
