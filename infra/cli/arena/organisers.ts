import {
  getOrganisersOperation,
  setOrganisersOperation,
} from '../../../shared/protocol/api/arena-operations.ts';
import { apiCommand } from './api-command.ts';
import { jsonOf } from './client/answer.ts';

interface Organisers {
  readonly organisers: readonly string[];
}

export const organisers = apiCommand({
  name: 'organisers',
  summary: 'shows who may steer an arena beside its owner, or changes it',
  operands: ['ID'],
  synopsis: '[--add SUBJECT …] [--drop SUBJECT …]',
  about: `Shows the accounts that may steer an arena as its owner does, a line each, by the
subjects of their tokens. Only the owner changes them.`,
  flags: [
    ['--add SUBJECT', 'lets this account steer it, too; as often as you like'],
    ['--drop SUBJECT', 'takes it away'],
  ],
  examples: ['organisers 0Ab1Cd2Ef3G --add ama --add kofi'],
  access: 'token',
  options: {
    add: { type: 'string', multiple: true },
    drop: { type: 'string', multiple: true },
  },
  run: async ({ flags: { add = [], drop = [] }, operands: [id = ''], api, show }) => {
    const path = { id };
    const read = await api.ask(getOrganisersOperation, { path });
    const now = jsonOf<Organisers>(read).organisers;
    const isChange = add.length + drop.length > 0;
    const wanted = [...new Set([...now, ...add])].filter((one) => !drop.includes(one));
    const answer = isChange
      ? await api.ask(setOrganisersOperation, {
          path,
          body: { organisers: wanted },
          etag: read.headers.get('etag') ?? undefined,
        })
      : read;
    await show(answer, () => jsonOf<Organisers>(answer).organisers);
  },
});
