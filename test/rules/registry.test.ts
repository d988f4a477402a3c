import { describe, expect, it } from 'vitest';
import { rulesOf } from '../../shared/rules/registry.ts';
import { GAME_KINDS, type GameKind, sideAt } from '../../shared/rules/rules.ts';

describe.each(GAME_KINDS)('the rules of %s', (kind) => {
  const rules = rulesOf(kind);

  it('start with a running game that both sides can win', () => {
    const start = rules.replay(new Uint8Array());
    expect(rules.outcome(start)).toBeNull();
    expect(rules.canWin(start, 'first')).toBe(true);
    expect(rules.canWin(start, 'second')).toBe(true);
    expect(rules.legal(start).length).toBeGreaterThan(0);
    expect(rules.texts(new Uint8Array())).toEqual([]);
  });

  it('play a game through packed moves alone', () => {
    let stored = new Uint8Array();
    const played: string[] = [];
    for (let ply = 0; ply < 10; ply++) {
      const position = rules.replay(stored);
      const text = rules.legal(position)[0] ?? `no move for ${sideAt(ply)}`;
      const move = rules.move(position, text);
      expect(move, text).not.toBeNull();
      played.push(text);
      stored = Uint8Array.of(...stored, ...(move?.packed ?? []));
    }
    expect(rules.texts(stored)).toEqual(played);
  });
});

describe('the registry', () => {
  it('throws on a kind that it does not know', () => {
    expect(() => rulesOf('ludo' as GameKind)).toThrow('unreachable');
  });
});
