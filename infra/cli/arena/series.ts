import {
  getCalendarOperation,
  getHistoryOperation,
  getSeriesOperation,
  listSeriesOperation,
  pauseSeriesOperation,
  resumeSeriesOperation,
} from '../../../shared/protocol/api/series-operations.ts';
import type { HistoryPage, SeriesPage } from '../../../shared/protocol/api/series-view.ts';
import { apiCommand, given, KEY, wrongUsage, ZONE } from './api-command.ts';
import { jsonOf } from './client/answer.ts';
import type { OnlineCommand } from './command.ts';
import { zoneIn } from './flags/when.ts';
import { editionLine, seriesLine, seriesLines } from './series-lines.ts';
import { KEY_LINE, ZONE_LINE } from './usage.ts';

export const listSeries = apiCommand({
  name: 'series list',
  summary: 'shows all series, a line each',
  operands: ['[STATE]'],
  about: 'Lists the series, with their ids.',
  flags: [['STATE', 'active or paused (active)']],
  examples: ['series list'],
  access: 'open',
  options: {},
  run: async ({ operands: [state = 'active'], api, show }) => {
    if (state !== 'active' && state !== 'paused') wrongUsage('STATE: expected active or paused');
    for await (const page of api.pages(listSeriesOperation, { query: { state } })) {
      const { series } = jsonOf<SeriesPage>(page);
      await show(page, () => series.map(seriesLine));
    }
  },
});

export const showSeries = apiCommand({
  name: 'series show',
  summary: 'shows a series: when it comes, and who holds its shield',
  operands: ['ID'],
  about: 'Shows a series with its times, rules and shield, and its next arena.',
  flags: [],
  examples: ['series show 3Op4Qr5St6U'],
  access: 'open',
  options: {},
  run: async ({ operands: [id = ''], api, show }) => {
    const answer = await api.ask(getSeriesOperation, { path: { id } });
    await show(answer, () => seriesLines(answer));
  },
});

const turn = (what: 'pause' | 'resume', summary: string, about: string): OnlineCommand =>
  apiCommand({
    ...{ name: `series ${what}`, summary, about, operands: ['ID'], access: 'token' },
    flags: [KEY_LINE],
    examples: [`series ${what} 3Op4Qr5St6U`],
    options: KEY,
    run: async ({ flags: { key }, operands: [id = ''], api, show }) => {
      const operation = what === 'pause' ? pauseSeriesOperation : resumeSeriesOperation;
      const answer = await api.ask(operation, { path: { id }, key });
      await show(answer, () => seriesLines(answer));
    },
  });

export const pauseSeries = turn(
  'pause',
  'makes no more arenas of a series for now',
  'Makes no more arenas of a series. Those that are there take place: cancel them by their ids.',
);
export const resumeSeries = turn(
  'resume',
  'goes on with a paused series',
  'Goes on with the starts to come; what was missed is not made up for.',
);

export const seriesHistory = apiCommand({
  name: 'series history',
  summary: 'shows the arenas of a series and who won them',
  operands: ['ID'],
  about: 'Shows the arenas of a series that have started, the newest first, with their winners.',
  flags: [ZONE_LINE],
  examples: ['series history 3Op4Qr5St6U | head'],
  access: 'open',
  options: ZONE,
  run: async ({ flags, operands: [id = ''], api, show }) => {
    const zone = given(zoneIn(flags.zone));
    for await (const page of api.pages(getHistoryOperation, { path: { id } })) {
      const { editions } = jsonOf<HistoryPage>(page);
      await show(page, () => editions.map((edition) => editionLine(edition, zone)));
    }
  },
});

export const seriesCalendar = apiCommand({
  name: 'series calendar',
  summary: 'prints the dates of a series for calendars (iCalendar)',
  operands: ['ID'],
  about: `Prints the arenas of a series, and the starts of a year to come, as iCalendar (RFC
5545). Calendars that ask for it themselves take its address: ENDPOINT/series/ID/calendar.ics`,
  flags: [],
  examples: ['series calendar 3Op4Qr5St6U > series.ics'],
  access: 'open',
  raw: true,
  options: {},
  run: async ({ operands: [id = ''], api, print }) => {
    const accept = 'text/calendar';
    await print((await api.ask(getCalendarOperation, { path: { id }, accept })).text);
  },
});
