import {
  copyArenaOperation,
  createArenaOperation,
} from '../../../shared/protocol/api/arena-operations.ts';
import { apiCommand, given, KEY, needed, wrongUsage, ZONE } from './api-command.ts';
import { arenaIn, arenaLines } from './arena-lines.ts';
import { ARENA_LINES, ARENA_OPTIONS, arenaFieldsIn, said } from './flags/arena-flags.ts';
import { ENTRY_LINES, ENTRY_OPTIONS, entryIn } from './flags/entry-flags.ts';
import { START_LINES, START_OPTIONS, startIn } from './flags/start-flags.ts';
import { KEY_LINE, ZONE_LINE } from './usage.ts';

export const schedule = apiCommand({
  name: 'schedule',
  summary: 'makes a new arena',
  operands: [],
  synopsis: '--name NAME --start TIME --minutes M --clock L+I [flags]',
  about: `Schedules an arena of yours, and prints it with its id. What no flag says is as the
server has it: rules of oware-shield, rated, 1000 places, open to everybody.`,
  flags: [
    ...START_LINES,
    ...ARENA_LINES,
    ['--announcement T', 'what stands above it'],
    ...ENTRY_LINES,
    ...[ZONE_LINE, KEY_LINE],
  ],
  examples: [
    'schedule --name "Friday blitz" --in 30m --minutes 90 --clock 3+2',
    `schedule --name "Club night" --start 2026-12-20T18:00 \\
    --zone Europe/Amsterdam --minutes 60 --clock 5+0 --preset classic --rating-max 1800`,
  ],
  access: 'token',
  options: {
    ...{ ...START_OPTIONS, ...ARENA_OPTIONS, ...ENTRY_OPTIONS, ...ZONE, ...KEY },
    announcement: { type: 'string' },
  },
  run: async ({ flags, api, nowMs, show, password }) => {
    const { announcement, zone, key } = flags;
    for (const name of ['name', 'minutes', 'clock'] as const) needed(name, flags[name]);
    const startsAtMs = given(startIn(flags, nowMs)) ?? wrongUsage('--start or --in is missing');
    const body = said({
      ...given(arenaFieldsIn(flags)),
      ...{ startsAtMs, announcement, entry: given(entryIn(flags, await password())) },
    });
    const answer = await api.ask(createArenaOperation, { body, key });
    await show(answer, () => arenaLines(arenaIn(answer), zone));
  },
});

export const copy = apiCommand({
  name: 'copy',
  summary: 'makes the same arena again at another time',
  operands: ['ID'],
  synopsis: '(--start TIME | --in DURATION) [--name NAME]',
  about: `Schedules an arena like the one named, with the same rules and conditions, and prints
the new one. It is yours alone; the allow list of the other does not come along.`,
  flags: [...START_LINES, ['--name NAME', 'if it is called something else'], ZONE_LINE, KEY_LINE],
  examples: ['copy 0Ab1Cd2Ef3G --start 2026-12-27T18:00 --zone Europe/Amsterdam'],
  access: 'token',
  options: { ...START_OPTIONS, ...ZONE, ...KEY, name: { type: 'string' } },
  run: async ({ flags, operands: [id = ''], api, nowMs, show }) => {
    const { name, zone, key } = flags;
    const startsAtMs = given(startIn(flags, nowMs)) ?? wrongUsage('--start or --in is missing');
    const body = said({ startsAtMs, name });
    const answer = await api.ask(copyArenaOperation, { path: { id }, body, key });
    await show(answer, () => arenaLines(arenaIn(answer), zone));
  },
});
