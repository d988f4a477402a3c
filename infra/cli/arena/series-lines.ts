import type {
  EditionView,
  SeriesView,
  WholeSeriesView,
} from '../../../shared/protocol/api/series-view.ts';
import { clockText, entryText, settingsLines } from './arena-lines.ts';
import { type Answer, jsonOf } from './client/answer.ts';
import { durationText, timesText, timeText } from './flags/when.ts';
import { counted, labelled, row } from './text.ts';

const MONTHS = 12;

/** The series that an answer holds. */
export const seriesIn = (answer: Answer): WholeSeriesView => jsonOf<WholeSeriesView>(answer);

/** The same for people. */
export function seriesLines(answer: Answer): readonly string[] {
  const series = seriesIn(answer);
  const { id, name, state, zone, durationMs, holder, next, entry } = series;
  return [
    `${id}  ${name}`,
    ...labelled('state', state),
    ...labelled('comes', `${comesText(series)} ${zone}`),
    ...labelled('next', next === null ? '' : timesText(next.startsAtMs, zone)),
    ...labelled('next arena', next?.arena ?? ''),
    ...labelled('lasts', durationText(durationMs)),
    ...settingsLines(series),
    ...labelled('places', `${series.playersMax}`),
    ...labelled('entry', entryText(entry)),
    ...labelled('made', `${durationText(series.aheadMs)} ahead`),
    ...labelled('shield', holder === null ? '' : shieldText(holder, zone)),
    ...labelled('description', series.description),
    ...labelled('version', `${series.version}`),
  ];
}

const shieldText = (
  { winners, startsAtMs }: NonNullable<WholeSeriesView['holder']>,
  zone: string,
): string => `${namesOf(winners)}, since ${timeText(startsAtMs, zone)}`;

const namesOf = (people: EditionView['winners']): string =>
  people.map(({ name }) => name).join(', ');

const comesText = ({ recurrences }: SeriesView): string =>
  recurrences
    .map((one) => {
      if (one.every === 'week') return `every ${one.on} at ${one.at}`;
      const months =
        one.months.length === MONTHS ? 'every month' : `months ${one.months.join(',')}`;
      return `on the ${one.day}. at ${one.at}, ${months}`;
    })
    .join('; ');

/** A series in one line. */
export const seriesLine = (series: SeriesView): string => {
  const { id, name, zone, game, preset, clock } = series;
  return `${id}  ${name}: ${comesText(series)} ${zone}; ${game} ${clockText(clock)}, ${preset}`;
};

const ID_WIDTH = 11;
const STATE_WIDTH = 9;
const PLAYERS_WIDTH = 14;

/** An edition in one line. */
export function editionLine(
  { arena, startsAtMs, state, players, winners }: EditionView,
  zone: string,
): string {
  const time = timeText(startsAtMs, zone);
  const won = winners.length === 0 ? '' : `won by ${namesOf(winners)}`;
  const cells = [arena, time, state, counted(players, 'player'), won];
  return row(cells, [ID_WIDTH, time.length, STATE_WIDTH, PLAYERS_WIDTH]);
}
