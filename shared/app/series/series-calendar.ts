import { editionId, openAfterMs } from '../../arena/planning.ts';
import { startsBetween } from '../../arena/recurrence.ts';
import type { Series } from '../../arena/series.ts';
import { inGroups } from '../../core/groups.ts';
import type { ArenaId } from '../../core/ids.ts';
import { type CalendarEvent, calendarText } from '../../protocol/icalendar.ts';
import type { Ports } from '../ports.ts';
import { arenaOf } from './shield.ts';

type CalendarPorts = Pick<Ports, 'store' | 'now'>;

/** So far ahead the calendar reaches. */
const YEAR_MS = 366 * 86_400_000;
/** The latest editions that there are: as many as can be ahead, and some that are over. */
const EXISTING_MAX = 100;
const COMING_MAX = 100;
/** Characters of a description: the whole one stands on the page of its arena. */
const DESCRIPTION_MAX = 500;
const READS_AT_ONCE = 25;

/**
 * The editions of a series as iCalendar text, by start: those that there are, and those to come
 * within a year, a hundred each at most. An event is named after its arena, also before that is
 * created.
 */
export async function seriesCalendar(ports: CalendarPorts, series: Series): Promise<string> {
  const [existing, coming] = await Promise.all([
    existingEvents(ports, series),
    comingEvents(ports, series),
  ]);
  const events = [...existing, ...coming].sort((a, b) => a.startsAtMs - b.startsAtMs);
  return calendarText(series.name, events);
}

async function existingEvents(ports: CalendarPorts, { id }: Series): Promise<CalendarEvent[]> {
  const events: CalendarEvent[] = [];
  const editions = await ports.store.editions(id, null, EXISTING_MAX);
  for (const some of inGroups(editions, READS_AT_ONCE)) {
    const arenas = await Promise.all(some.map((edition) => arenaOf(ports, edition)));
    events.push(
      ...arenas.map((arena) => ({
        uid: uidOf(arena.id),
        startsAtMs: arena.startsAtMs,
        endsAtMs: arena.endsAtMs,
        summary: arena.name,
        description: cut(arena.description),
        cancelled: arena.state === 'cancelled',
        sequence: arena.version,
        stampedAtMs: arena.createdAtMs,
      })),
    );
  }
  return events;
}

function comingEvents({ now }: Pick<Ports, 'now'>, series: Series): Promise<CalendarEvent[]> {
  if (series.state === 'paused') return Promise.resolve([]);
  const nowMs = now();
  const { name, template, createdAtMs } = series;
  const starts = startsBetween(series, openAfterMs(series, nowMs), nowMs + YEAR_MS);
  const eventAt = async (startsAtMs: number): Promise<CalendarEvent> => ({
    uid: uidOf(await editionId(series.id, startsAtMs)),
    startsAtMs,
    endsAtMs: startsAtMs + template.durationMs,
    summary: name,
    // It may be another one by then, and so often it would be most of the text.
    description: '',
    ...{ cancelled: false, sequence: 0, stampedAtMs: createdAtMs },
  });
  return Promise.all(starts.slice(0, COMING_MAX).map(eventAt));
}

const uidOf = (arena: ArenaId): string => `${arena}@shield-arena`;

function cut(text: string): string {
  const characters = [...text];
  if (characters.length <= DESCRIPTION_MAX) return text;
  return `${characters.slice(0, DESCRIPTION_MAX - 1).join('')}…`;
}
