import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deployedName } from '../../infra/cloud/function-table.ts';
import type { Synthesis } from '../../infra/cloud/synthesize.ts';
import { present } from '../../shared/core/assert.ts';

/** How the function of a move fails, and whether the move has been stored by then. */
export const FAILURES = [
  ...['throws before', 'throws after', 'dies before', 'dies after'],
  ...['hangs after', 'says nonsense after'],
];

const MOVE = deployedName('local', 'move');
/** Seconds; the timeout of a function is whole seconds. */
const TIMEOUT = 1;

/** The real function behind a door that fails at the first attempt of each of the first plies. */
const SOURCE = (bundle: string): string => `
import { handler as real } from '${bundle}/index.mjs';

const FAILURES = ${JSON.stringify(FAILURES)};

const FAIL = {
  throws: () => { throw new Error('failed on purpose'); },
  dies: () => process.exit(1),
  hangs: () => new Promise(() => {}),
  says: () => ({ nonsense: true }),
};

export const handler = async (event, context) => {
  const { cid, ply } = JSON.parse(event.body);
  const failure = cid.endsWith('.0') ? FAILURES[ply] : undefined;
  const fail = FAIL[failure?.split(' ')[0]];
  if (failure?.endsWith('before')) return fail();
  const answer = await real(event, context);
  return failure === undefined ? answer : fail();
};
`;

/** The stack with this function, and a second for each of its invocations. */
export function withFailingMove({ template, bundles }: Synthesis): Synthesis & {
  readonly remove: () => void;
} {
  const root = mkdtempSync(join(tmpdir(), 'shield-arena-failing-'));
  const folder = join(root, 'move');
  mkdirSync(folder);
  writeFileSync(join(folder, 'index.mjs'), SOURCE(present(bundles[MOVE], 'bundle of move')));
  const Resources = Object.fromEntries(
    Object.entries(template.Resources).map(([id, resource]) => {
      const { Properties } = resource;
      if (Properties?.FunctionName !== MOVE) return [id, resource];
      return [id, { ...resource, Properties: { ...Properties, Timeout: TIMEOUT } }];
    }),
  );
  return {
    template: { ...template, Resources },
    bundles: { ...bundles, [MOVE]: folder },
    remove: () => rmSync(root, { recursive: true }),
  };
}
