import {
  disqualifyPlayerOperation,
  reinstatePlayerOperation,
  removePlayerOperation,
} from '../../../shared/protocol/api/arena-operations.ts';
import { apiCommand, KEY, needed, REASON } from './api-command.ts';
import { jsonOf } from './client/answer.ts';
import type { OnlineCommand } from './command.ts';
import { KEY_LINE, REASON_LINE } from './usage.ts';

interface Decision {
  readonly name: 'remove' | 'disqualify' | 'reinstate';
  readonly summary: string;
  readonly about: string;
  readonly example: string;
  readonly operation: typeof removePlayerOperation;
  /** What is said of the answer. */
  readonly line: (player: string, answer: { readonly version?: number }) => string;
}

const decision = ({ name, summary, about, example, operation, line }: Decision): OnlineCommand =>
  apiCommand({
    ...{ name, summary, operands: ['ID', 'PLAYER'], synopsis: '--reason TEXT' },
    about: `${about} The reason is public. PLAYER is an id (see standings --json).`,
    flags: [REASON_LINE, KEY_LINE],
    examples: [`${name} 0Ab1Cd2Ef3G 7Hi8Jk9Lm0N --reason "${example}"`],
    access: 'token',
    options: { ...REASON, ...KEY },
    run: async ({ flags: { reason, key }, operands: [id = '', player = ''], api, show }) => {
      const body = { reason: needed('reason', reason) };
      const answer = await api.ask(operation, { path: { id, player }, body, key });
      await show(answer, () => [line(player, jsonOf(answer))]);
    },
  });

const newVersion = ({ version }: { readonly version?: number }): string =>
  `version ${version} of the final ranking`;

export const remove = decision({
  name: 'remove',
  summary: 'takes a player out of an arena that is not frozen',
  about: `Takes a player out while the arena runs: he loses a running game, leaves the table and
cannot come back.`,
  example: 'left the hall',
  operation: removePlayerOperation,
  line: (player) => `${player} is removed`,
});

export const disqualify = decision({
  name: 'disqualify',
  summary: 'takes a player out of a final ranking',
  about: `Makes a new version of a frozen ranking without this player; whoever is below moves up.
Points stay as they are.`,
  example: 'used an engine',
  operation: disqualifyPlayerOperation,
  line: (player, answer) => `${player} is disqualified: ${newVersion(answer)}`,
});

export const reinstate = decision({
  name: 'reinstate',
  summary: 'puts a disqualified player back',
  about: 'Makes a new version of a frozen ranking with a disqualified player again.',
  example: 'it was somebody else',
  operation: reinstatePlayerOperation,
  line: (player, answer) => `${player} is back: ${newVersion(answer)}`,
});
