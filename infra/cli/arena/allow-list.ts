import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import {
  CSV_TYPE,
  getAllowListOperation,
  setAllowListOperation,
} from '../../../shared/protocol/api/entry-operations.ts';
import type { AllowListView } from '../../../shared/protocol/entry-view.ts';
import { apiCommand } from './api-command.ts';
import { jsonOf, NotDone } from './client/answer.ts';
import { counted } from './text.ts';

export const getAllowList = apiCommand({
  name: 'allow-list get',
  summary: 'prints the list as CSV',
  operands: ['ID'],
  about: 'Prints who may enter an arena with --access list as CSV: player (an id) and name.',
  flags: [],
  examples: ['allow-list get 0Ab1Cd2Ef3G > members.csv'],
  access: 'token',
  options: {},
  run: async ({ operands: [id = ''], api, print, show, json }) => {
    const asking = { path: { id }, accept: json ? 'application/json' : CSV_TYPE };
    const answer = await api.ask(getAllowListOperation, asking);
    if (json) await show(answer, () => []);
    else await print(answer.text);
  },
});

export const setAllowList = apiCommand({
  name: 'allow-list set',
  summary: 'replaces the list by a CSV file',
  operands: ['ID', 'FILE'],
  about: `Replaces the whole list of an arena by a CSV file (- is the standard input). Its first
line names the columns: player (an id), account (the subject of a token), or both. A wrong line is
named, and nothing is changed.`,
  flags: [],
  examples: ['allow-list set 0Ab1Cd2Ef3G members.csv'],
  access: 'token',
  options: {},
  run: async ({ operands: [id = '', file = ''], api, show }) => {
    const path = { id };
    const body = await contentOf(file);
    const read = await api.ask(getAllowListOperation, { path });
    const etag = read.headers.get('etag') ?? undefined;
    const asking = { path, body, contentType: CSV_TYPE, etag };
    const answer = await api.ask(setAllowListOperation, asking);
    const { players } = jsonOf<AllowListView>(answer);
    await show(answer, () => [`${counted(players.length, 'player')} may enter`]);
  },
});

const contentOf = (file: string): Promise<string> =>
  (file === '-' ? textOf(process.stdin) : readFile(file, 'utf8')).catch((error: Error) => {
    throw new NotDone(error.message);
  });
