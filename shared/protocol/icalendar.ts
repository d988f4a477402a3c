/** One event of a calendar; instants in epoch ms. */
export interface CalendarEvent {
  /** The same as long as it is the same event. */
  readonly uid: string;
  readonly startsAtMs: number;
  readonly endsAtMs: number;
  readonly summary: string;
  readonly description: string;
  readonly cancelled: boolean;
  /** Counts its changes. */
  readonly sequence: number;
  /** When it was first planned. */
  readonly stampedAtMs: number;
}

const OCTETS_MAX = 75;

/**
 * An iCalendar object (RFC 5545) with these events, and the name as most clients read it
 * (`X-WR-CALNAME`; RFC 7986 has `NAME`). Instants are in UTC, so no zone has to be described.
 */
export function calendarText(name: string, events: readonly CalendarEvent[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Shield Arena//Series//EN',
    `NAME:${textValue(name)}`,
    `X-WR-CALNAME:${textValue(name)}`,
    ...events.flatMap(eventLines),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventLines(event: CalendarEvent): string[] {
  const { description, cancelled } = event;
  return [
    'BEGIN:VEVENT',
    `UID:${textValue(event.uid)}`,
    `DTSTAMP:${utc(event.stampedAtMs)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTART:${utc(event.startsAtMs)}`,
    `DTEND:${utc(event.endsAtMs)}`,
    `SUMMARY:${textValue(event.summary)}`,
    ...(description === '' ? [] : [`DESCRIPTION:${textValue(description)}`]),
    `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
  ];
}

/** DATE-TIME, form 2 (3.3.5): to the second. */
const utc = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 19)}Z`.replace(/[-:]/g, '');

/** TEXT (3.3.11). */
const textValue = (text: string): string =>
  text.replace(/[\\;,]/g, (special) => `\\${special}`).replace(/\r\n|\r|\n/g, '\\n');

/** Lines of at most 75 octets (3.1); a character is never cut. */
function folded(line: string): string {
  const lines: string[] = [];
  let [from, at, octets] = [0, 0, 0];
  for (const character of line) {
    const size = octetsOf(character.codePointAt(0) ?? 0);
    if (octets + size > OCTETS_MAX) {
      lines.push(line.slice(from, at));
      // The space that a line goes on with is one of its octets.
      [from, octets] = [at, 1];
    }
    at += character.length;
    octets += size;
  }
  return [...lines, line.slice(from)].join('\r\n ');
}

/** In UTF-8 (RFC 3629, 3). */
function octetsOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
