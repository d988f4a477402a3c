import type { ArenaDetails } from '../../../shared/protocol/arena-details.ts';
import { type Answer, jsonOf } from './client/answer.ts';
import { durationText, timesText, timeText } from './flags/when.ts';
import { labelled, row } from './text.ts';

type Entry = Omit<ArenaDetails['entry'], 'closed'>;
type Settings = Pick<ArenaDetails, 'game' | 'preset' | 'policy' | 'clock' | 'rated'>;

/** The arena that an answer holds. */
export const arenaIn = (answer: Answer): ArenaDetails => jsonOf<ArenaDetails>(answer);

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

/** An arena for people, with its times in UTC and on the clocks of a zone. */
export function arenaLines(arena: ArenaDetails, zone: string): readonly string[] {
  const { id, name, startsAtMs, endsAtMs, cancellation, entry, series } = arena;
  return [
    `${id}  ${name}`,
    ...labelled('state', stateText(arena)),
    ...labelled('cancelled', cancellation === null ? '' : cancellation.reason),
    ...labelled('starts', timesText(startsAtMs, zone)),
    ...labelled('ends', timesText(endsAtMs, zone)),
    ...labelled('lasts', durationText(endsAtMs - startsAtMs)),
    ...settingsLines(arena),
    ...labelled('players', `${arena.players} of ${arena.playersMax}`),
    ...labelled('entry', `${entryText(entry)}${entry.closed ? '; closed to newcomers' : ''}`),
    ...labelled('series', series ?? ''),
    ...labelled('defended by', arena.defenders.map((person) => person.name).join(', ')),
    ...labelled('announcement', arena.announcement),
    ...labelled('description', arena.description),
    ...labelled('version', `${arena.version}`),
  ];
}

const stateText = ({ state, finalVersion }: ArenaDetails): string =>
  finalVersion === 0 ? state : `${state}, version ${finalVersion} of its ranking`;

/** What is played, and how. */
export const settingsLines = (settings: Settings): readonly string[] => [
  ...labelled('game', gameText(settings)),
  ...labelled('rules', policyText(settings)),
];

const gameText = ({ game, clock, rated }: Settings): string =>
  `${game} ${clockText(clock)}, ${rated ? 'rated' : 'casual'}`;

function policyText({ preset, policy }: Settings): string {
  const changed = Object.entries(policy).map(([rule, value]) => `${rule} ${JSON.stringify(value)}`);
  return [preset, ...changed].join(', ');
}

/** `3+2`, as it was written. */
export const clockText = ({ limitMs, incrementMs }: ArenaDetails['clock']): string =>
  `${limitMs / MINUTE_MS}+${incrementMs / SECOND_MS}`;

const ACCESS: Readonly<Record<Entry['access'], string>> = {
  open: 'open',
  password: 'with a password',
  list: 'who is on the allow list',
};

export function entryText({ access, guests, ratingMin, ratingMax, gamesMin }: Entry): string {
  return [
    ACCESS[access],
    ...(guests ? [] : ['no guests']),
    ...(ratingMin === null ? [] : [`rating from ${ratingMin}`]),
    ...(ratingMax === null ? [] : [`rating up to ${ratingMax}`]),
    ...(gamesMin === 0 ? [] : [`at least ${gamesMin} rated games`]),
  ].join(', ');
}

const ID_WIDTH = 11;
const WIDTHS = [ID_WIDTH, 9, 0, 10, 8, 7, 12, 10];
const TITLES = ['', 'state', 'starts', 'lasts', 'game', 'clock', 'rules', 'players', 'name'];

/** A line an arena, under titles on the first page. */
export function listLines(
  arenas: readonly ArenaDetails[],
  zone: string,
  titles: boolean,
): readonly string[] {
  const timeWidth = timeText(SECOND_MS, zone).length;
  const widths = WIDTHS.map((width, at) => (at === 2 ? timeWidth : width));
  const lines = arenas.map((arena) => row(cellsOf(arena, zone), widths));
  return titles && arenas.length > 0 ? [row(TITLES, widths), ...lines] : lines;
}

const cellsOf = (arena: ArenaDetails, zone: string): readonly string[] => [
  ...[arena.id, arena.state, timeText(arena.startsAtMs, zone)],
  durationText(arena.endsAtMs - arena.startsAtMs),
  ...[arena.game, clockText(arena.clock), arena.preset],
  ...[`${arena.players}/${arena.playersMax}`, arena.name],
];
