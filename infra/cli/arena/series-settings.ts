import {
  changeSeriesOperation,
  createSeriesOperation,
  getSeriesOperation,
} from '../../../shared/protocol/api/series-operations.ts';
import { apiCommand, given, KEY, needed, wrongUsage } from './api-command.ts';
import {
  ARENA_LINES,
  ARENA_OPTIONS,
  type ArenaFlags,
  arenaFieldsIn,
  type Fields,
  said,
} from './flags/arena-flags.ts';
import { ENTRY_OPTIONS, entryIn, SERIES_ENTRY_LINES } from './flags/entry-flags.ts';
import {
  RECURRENCE_LINES,
  RECURRENCE_OPTIONS,
  type RecurrenceFlags,
  recurrencesIn,
} from './flags/recurrence-flags.ts';
import { durationIn, zoneIn } from './flags/when.ts';
import { seriesIn, seriesLines } from './series-lines.ts';
import { type FlagLine, KEY_LINE } from './usage.ts';

const OPTIONS = {
  ...RECURRENCE_OPTIONS,
  ...ARENA_OPTIONS,
  ...ENTRY_OPTIONS,
  zone: { type: 'string' },
  ahead: { type: 'string' },
} as const;

const LINES: readonly FlagLine[] = [
  ...RECURRENCE_LINES,
  ['--zone Z', 'the clocks that count, like Europe/Amsterdam (UTC)'],
  ['--ahead DURATION', 'how long before its start an arena is made, 1h to 60d (7d)'],
  ...ARENA_LINES,
  ...SERIES_ENTRY_LINES,
];

interface SeriesFlags extends ArenaFlags, RecurrenceFlags {
  readonly zone?: string | undefined;
  readonly ahead?: string | undefined;
}

/** The fields that the flags name, without who may enter. */
function fieldsOf(flags: SeriesFlags): Fields {
  const { zone, ahead } = flags;
  const recurrences = given(recurrencesIn(flags));
  return said({
    ...given(arenaFieldsIn(flags)),
    recurrences: recurrences.length === 0 ? undefined : recurrences,
    zone: zone === undefined ? undefined : given(zoneIn(zone)),
    aheadMs: ahead === undefined ? undefined : given(aheadIn(ahead)),
  });
}

const aheadIn = (text: string) => {
  const duration = durationIn(text);
  return duration.ok ? duration : { ...duration, error: `--ahead: ${duration.error}` };
};

export const createSeries = apiCommand({
  name: 'series create',
  summary: 'makes a series: an arena that comes again and again',
  operands: [],
  synopsis: '--name NAME --weekly D@T --minutes M --clock L+I [flags]',
  about: `Makes a series: arenas of one kind that come again and again at the same time on the
clocks of --zone, in summer and winter. Whoever wins holds its shield until the next one.`,
  flags: [...LINES, KEY_LINE],
  examples: [
    'series create --name "Sunday arena" --weekly sunday@20:00 \\\n' +
      '    --zone Europe/Amsterdam --minutes 90 --clock 3+2',
    'series create --name "Oware Shield" --monthly 20@18:00/2,4,6,8,10,12 \\\n' +
      '    --monthly 20@12:00/1,3,5,7,9,11 --minutes 90 --clock 3+2',
  ],
  access: 'token',
  options: { ...OPTIONS, ...KEY },
  run: async ({ flags, api, show, password }) => {
    for (const name of ['name', 'minutes', 'clock'] as const) needed(name, flags[name]);
    const fields = fieldsOf(flags);
    if (fields.recurrences === undefined) wrongUsage('--weekly or --monthly is missing');
    const body = said({ zone: 'UTC', ...fields, entry: given(entryIn(flags, await password())) });
    const answer = await api.ask(createSeriesOperation, { body, key: flags.key });
    await show(answer, () => seriesLines(answer));
  },
});

export const changeSeries = apiCommand({
  name: 'series change',
  summary: 'changes a series, for the arenas to come',
  operands: ['ID'],
  synopsis: 'flags',
  about: `Changes what the flags name, for the arenas that are not made yet; all its times are
named at once. --preset and --policy replace all single rules that were changed before.`,
  flags: LINES,
  examples: ['series change 3Op4Qr5St6U --weekly sunday@19:00 --weekly friday@19:00'],
  access: 'token',
  options: OPTIONS,
  run: async ({ flags, operands: [id = ''], api, show, password }) => {
    const fields = fieldsOf(flags);
    const secret = await password();
    if (Object.keys(fields).length === 0 && given(entryIn(flags, secret)) === undefined) {
      wrongUsage('nothing to change');
    }
    const path = { id };
    const read = await api.ask(getSeriesOperation, { path });
    const body = said({ ...fields, entry: given(entryIn(flags, secret, seriesIn(read).entry)) });
    const etag = read.headers.get('etag') ?? undefined;
    const answer = await api.ask(changeSeriesOperation, { path, body, etag });
    await show(answer, () => seriesLines(answer));
  },
});
