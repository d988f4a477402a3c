import {
  changeArenaOperation,
  getArenaOperation,
} from '../../../shared/protocol/api/arena-operations.ts';
import { apiCommand, given, wrongUsage, ZONE } from './api-command.ts';
import { arenaIn, arenaLines } from './arena-lines.ts';
import { ARENA_LINES, ARENA_OPTIONS, arenaFieldsIn, said } from './flags/arena-flags.ts';
import { ENTRY_LINES, ENTRY_OPTIONS, entryIn } from './flags/entry-flags.ts';
import { START_LINES, START_OPTIONS, startIn } from './flags/start-flags.ts';
import { ZONE_LINE } from './usage.ts';

export const change = apiCommand({
  name: 'change',
  summary: 'changes an arena: everything before its start, afterwards its words',
  operands: ['ID'],
  synopsis: 'flags',
  about: `Changes what the flags name and leaves everything else as it is. Once the arena has
started, only its name, description and announcement can be changed: the time is fixed. --preset
and --policy replace all single rules that were changed before.`,
  flags: [
    ...START_LINES,
    ...ARENA_LINES,
    ['--announcement T', 'what stands above it; "" takes it away'],
    ...ENTRY_LINES,
    ['--version N', 'only if it is still this version (see show)'],
    ZONE_LINE,
  ],
  examples: [
    'change 0Ab1Cd2Ef3G --start 2026-12-20T19:00 --zone Europe/Amsterdam',
    'change 0Ab1Cd2Ef3G --announcement "The second prize is a cake"',
  ],
  access: 'token',
  options: {
    ...{ ...START_OPTIONS, ...ARENA_OPTIONS, ...ENTRY_OPTIONS, ...ZONE },
    announcement: { type: 'string' },
    version: { type: 'string' },
  },
  run: async ({ flags, operands: [id = ''], api, nowMs, show, password }) => {
    const { announcement, version, zone } = flags;
    const fields = said({
      ...given(arenaFieldsIn(flags)),
      ...{ startsAtMs: given(startIn(flags, nowMs)), announcement },
    });
    const secret = await password();
    if (Object.keys(fields).length === 0 && given(entryIn(flags, secret)) === undefined) {
      wrongUsage('nothing to change');
    }
    const path = { id };
    const read = await api.ask(getArenaOperation, { path });
    const entry = given(entryIn(flags, secret, arenaIn(read).entry));
    const answer = await api.ask(changeArenaOperation, {
      path,
      body: said({ ...fields, entry }),
      etag: version === undefined ? (read.headers.get('etag') ?? undefined) : `"${version}"`,
    });
    await show(answer, () => arenaLines(arenaIn(answer), zone));
  },
});
