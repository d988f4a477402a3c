import { getAllowList, setAllowList } from './allow-list.ts';
import { change } from './change.ts';
import type { CommandGroup, OnlineCommand } from './command.ts';
import { exportCommand } from './export.ts';
import { list, mine, show } from './look.ts';
import { organisers } from './organisers.ts';
import { perft } from './perft.ts';
import { disqualify, reinstate, remove } from './players.ts';
import { audit, reports } from './records.ts';
import { copy, schedule } from './schedule.ts';
import {
  listSeries,
  pauseSeries,
  resumeSeries,
  seriesCalendar,
  seriesHistory,
  showSeries,
} from './series.ts';
import { changeSeries, createSeries } from './series-settings.ts';
import { simulateCommand } from './simulate.ts';
import { smoke } from './smoke.ts';
import { csvResults, ndjsonResults, standings } from './standings.ts';
import { cancel, closeEntries, note, openEntries } from './steer.ts';
import { verify } from './verify.ts';
import {
  addWebhook,
  deliveries,
  listWebhooks,
  removeWebhook,
  retryDelivery,
  testWebhook,
} from './webhooks.ts';

interface Section {
  readonly title: string;
  readonly commands: Readonly<Record<string, OnlineCommand | CommandGroup>>;
}

const group = (
  summary: string,
  commands: Readonly<Record<string, OnlineCommand>>,
): CommandGroup => ({
  summary,
  commands,
});

/** What `npm run arena --` can do, by name. */
export const SECTIONS: readonly Section[] = [
  {
    title: 'Arenas',
    commands: { schedule, list, mine, show, change, copy, cancel },
  },
  {
    title: 'Players',
    commands: {
      entries: group('closes or opens an arena for newcomers', {
        close: closeEntries,
        open: openEntries,
      }),
      'allow-list': group('who may enter an arena with --access list', {
        get: getAllowList,
        set: setAllowList,
      }),
      ...{ note, remove, disqualify, reinstate, reports },
    },
  },
  {
    title: 'Organisers',
    commands: { organisers, audit },
  },
  {
    title: 'Results',
    commands: {
      standings,
      results: group('prints the table for other programs', {
        csv: csvResults,
        ndjson: ndjsonResults,
      }),
      export: exportCommand,
      verify,
    },
  },
  {
    title: 'What comes again, and what is told',
    commands: {
      series: group('arenas that come again', {
        create: createSeries,
        list: listSeries,
        show: showSeries,
        change: changeSeries,
        pause: pauseSeries,
        resume: resumeSeries,
        history: seriesHistory,
        calendar: seriesCalendar,
      }),
      webhooks: group('who is told of your arenas', {
        add: addWebhook,
        list: listWebhooks,
        remove: removeWebhook,
        test: testWebhook,
        deliveries,
        retry: retryDelivery,
      }),
    },
  },
  { title: 'Workbench', commands: { smoke, simulate: simulateCommand, perft } },
];

const NAME_WIDTH = 12;

/** A line a command; those of a group in brackets. */
export const commandList = (commands: Section['commands']): string =>
  Object.entries(commands)
    .map(([name, one]) => {
      const parts = 'commands' in one ? ` (${Object.keys(one.commands).join(', ')})` : '';
      return `  ${name.padEnd(NAME_WIDTH)}${one.summary}${parts}`;
    })
    .join('\n');
