import {
  ARENA_LISTS,
  getArenaOperation,
  listArenasOperation,
  myArenasOperation,
} from '../../../shared/protocol/api/arena-operations.ts';
import type { ArenaDetails } from '../../../shared/protocol/arena-details.ts';
import { apiCommand, given, wrongUsage, ZONE } from './api-command.ts';
import { arenaIn, arenaLines, listLines } from './arena-lines.ts';
import { type Answer, jsonOf } from './client/answer.ts';
import { zoneIn } from './flags/when.ts';
import { ZONE_LINE } from './usage.ts';

export const list = apiCommand({
  name: 'list',
  summary: 'shows arenas, a line each',
  operands: ['[STATE]'],
  about: 'Lists arenas by their start, with their ids.',
  flags: [
    ['STATE', 'running, upcoming, finished (the latest first), or current (the first two)'],
    ZONE_LINE,
  ],
  examples: ['list', 'list finished --zone Europe/Amsterdam | head'],
  access: 'open',
  options: ZONE,
  run: async ({ flags, operands: [state = 'current'], api, show }) => {
    const zone = given(zoneIn(flags.zone));
    if (!ARENA_LISTS.some((one) => one === state)) {
      wrongUsage(`STATE: expected one of ${ARENA_LISTS.join(', ')}`);
    }
    let isFirst = true;
    for await (const page of api.pages(listArenasOperation, { query: { state } })) {
      await show(page, () => listLines(arenasIn(page), zone, isFirst));
      isFirst = false;
    }
  },
});

export const mine = apiCommand({
  name: 'mine',
  summary: 'shows the arenas that you have made',
  operands: [],
  about: 'Lists the arenas that you have made, the latest start first.',
  flags: [ZONE_LINE],
  examples: ['mine | head'],
  access: 'token',
  options: ZONE,
  run: async ({ flags, api, show }) => {
    const zone = given(zoneIn(flags.zone));
    let isFirst = true;
    for await (const page of api.pages(myArenasOperation)) {
      await show(page, () => listLines(arenasIn(page), zone, isFirst));
      isFirst = false;
    }
  },
});

const arenasIn = (page: Answer): readonly ArenaDetails[] =>
  jsonOf<{ readonly arenas: readonly ArenaDetails[] }>(page).arenas;

export const show = apiCommand({
  name: 'show',
  summary: 'shows an arena: times, rules, who may enter',
  operands: ['ID'],
  about: 'Shows an arena as everybody may see it.',
  flags: [ZONE_LINE],
  examples: ['show 0Ab1Cd2Ef3G --zone Europe/Amsterdam'],
  access: 'open',
  options: ZONE,
  run: async ({ flags, operands: [id = ''], api, show: print }) => {
    const zone = given(zoneIn(flags.zone));
    const answer = await api.ask(getArenaOperation, { path: { id } });
    await print(answer, () => arenaLines(arenaIn(answer), zone));
  },
});
