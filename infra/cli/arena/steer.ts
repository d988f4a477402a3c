import {
  cancelArenaOperation,
  closeEntriesOperation,
  openEntriesOperation,
  sendNoteOperation,
} from '../../../shared/protocol/api/arena-operations.ts';
import { apiCommand, KEY, needed, REASON, ZONE } from './api-command.ts';
import { arenaIn, arenaLines } from './arena-lines.ts';
import { jsonOf } from './client/answer.ts';
import type { OnlineCommand } from './command.ts';
import { counted } from './text.ts';
import { type FlagLine, KEY_LINE, REASON_LINE, ZONE_LINE } from './usage.ts';

interface Deed {
  readonly name: string;
  readonly summary: string;
  readonly about: string;
  readonly example: string;
  readonly operation: typeof closeEntriesOperation;
}

/** Something that is done to an arena as a whole, with a reason. */
const deed = ({ name, summary, about, example, operation }: Deed): OnlineCommand =>
  apiCommand({
    ...{ name, summary, about, operands: ['ID'], synopsis: '--reason TEXT', access: 'token' },
    flags: [REASON_LINE, ZONE_LINE, KEY_LINE],
    examples: [`${name} 0Ab1Cd2Ef3G --reason "${example}"`],
    options: { ...REASON, ...ZONE, ...KEY },
    run: async ({ flags: { reason, zone, key }, operands: [id = ''], api, show }) => {
      const body = { reason: needed('reason', reason) };
      const answer = await api.ask(operation, { path: { id }, body, key });
      await show(answer, () => arenaLines(arenaIn(answer), zone));
    },
  });

export const cancel = deed({
  name: 'cancel',
  summary: 'calls an arena off, before its start or while it runs',
  about: `Calls an arena off for good: running games are void, there is no ranking. Finished games
keep what they did to ratings.`,
  example: 'the hall is closed',
  operation: cancelArenaOperation,
});

export const closeEntries = deed({
  name: 'entries close',
  summary: 'lets nobody in who has not been in before',
  about: 'Lets nobody in who has not been in before. Whoever has may still come and go.',
  example: 'the last round is near',
  operation: closeEntriesOperation,
});

export const openEntries = deed({
  name: 'entries open',
  summary: 'lets new players in again',
  about: 'Lets new players in again.',
  example: 'there are places after all',
  operation: openEntriesOperation,
});

const TEXT_LINE: FlagLine = ['--text TEXT', 'up to 500 characters'];

export const note = apiCommand({
  name: 'note',
  summary: 'tells all players who are there something',
  operands: ['ID'],
  synopsis: '--text TEXT',
  about: 'Shows a text to every player of the arena who is connected now.',
  flags: [TEXT_LINE, KEY_LINE],
  examples: ['note 0Ab1Cd2Ef3G --text "Tea is served in ten minutes"'],
  access: 'token',
  options: { ...KEY, text: { type: 'string' } },
  run: async ({ flags: { text, key }, operands: [id = ''], api, show }) => {
    const body = { text: needed('text', text) };
    const answer = await api.ask(sendNoteOperation, { path: { id }, body, key });
    const { told } = jsonOf<{ readonly told: number }>(answer);
    await show(answer, () => [`told ${counted(told, 'player')}`]);
  },
});
