import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REFUSAL_CODES, type RefusalCode, refuse } from '../../shared/core/refusal.ts';

const HOME = join('shared', 'core', 'refusal.ts');

const source = ['shared', 'functions']
  .flatMap((root) => readdirSync(root, { recursive: true }).map((name) => join(root, `${name}`)))
  .filter((path) => path.endsWith('.ts') && path !== HOME)
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');
const isSaid = (code: RefusalCode): boolean => source.includes(`'${code}'`);

describe('refusal codes', () => {
  it('are unique words', () => {
    expect(new Set(REFUSAL_CODES).size).toBe(REFUSAL_CODES.length);
    for (const code of REFUSAL_CODES) expect(code).toMatch(/^[a-z]+([A-Z][a-z]*)*$/);
  });

  it('are all said somewhere', () => {
    const silent = REFUSAL_CODES.filter((code) => !isSaid(code));

    expect(silent, 'say it or delete it').toEqual([]);
  });
});

describe('a refusal', () => {
  it('says its code, and more only where there is more', () => {
    expect(refuse('gameOver')).toEqual({ code: 'gameOver' });
    expect(refuse('tooEarly', { retryInMs: 7 })).toEqual({ code: 'tooEarly', retryInMs: 7 });
  });
});
