import { getExportOperation } from '../../../shared/protocol/api/read-operations.ts';
import { apiCommand } from './api-command.ts';

export const exportCommand = apiCommand({
  name: 'export',
  summary: 'prints an arena with all its games, one JSON value a line',
  operands: ['ID'],
  about: `Prints the export (arena-export/1) of an arena: the arena, its players and finished
games, and once it is frozen every version of the final ranking. Without --silent npm prints lines
of its own.`,
  flags: [],
  examples: ['export 0Ab1Cd2Ef3G > arena.ndjson'],
  access: 'open',
  raw: true,
  options: {},
  run: async ({ operands: [id = ''], api, print }) => {
    const asking = { path: { id }, accept: 'application/x-ndjson' };
    for await (const page of api.pages(getExportOperation, asking)) await print(page.text);
  },
});
