import { expect, it } from 'vitest';
import { createTokenLog, TOKEN_MS } from '../../../../infra/local/dynamodb/token-log.ts';

it('a token that was used anew does not keep older ones alive', () => {
  const log = createTokenLog();
  const use = (token: string, atMs: number) => ({ token, fingerprint: 'f', atMs });

  for (const one of [use('a', 0), use('b', 1000), use('a', TOKEN_MS)]) log.add(one);

  expect(log.isRepeat(use('b', TOKEN_MS + 1000))).toBe(false);
  expect(log.isRepeat(use('a', TOKEN_MS + 1000))).toBe(true);
  expect(log.uses(TOKEN_MS + 1000)).toEqual([use('a', TOKEN_MS)]);
});
