import { describe, expect, it } from 'vitest';
import { parseId } from '../../shared/core/ids.ts';
import { seededRandom } from '../../shared/core/random.ts';
import type { Command } from '../../shared/game/command.ts';
import type { DoneGame, Ending, Game } from '../../shared/game/game.ts';
import { viewGame } from '../../shared/protocol/game-view.ts';
import { gameNews } from '../../shared/protocol/server-message.ts';
import { oware } from '../../shared/rules/oware.ts';
import { type Side, sideAt } from '../../shared/rules/rules.ts';
import { momentAt, newGame, next } from '../game/board.ts';
import { clockFaults } from './clock-check.ts';
import { endlessGames, listFaults, replayFaults } from './game-check.ts';
import { colourOf, endedGames, missing, starvedBy } from './judge.ts';
import { lostCommands } from './lost.ts';
import { LINES } from './scripts.ts';
import { createWitness } from './witness.ts';

const SEED = Number(process.env.SEED ?? 1);

/** Every version of a game with a berserk, an offer, a claim and the end of a known line. */
function aWholeGame(): Game[] {
  const random = seededRandom(SEED);
  const versions: Game[] = [newGame()];
  let atMs = 0;
  const play = (side: Side, command: Command): void => {
    atMs += random.below(3_000);
    const before = versions.at(-1) ?? newGame();
    versions.push(next(before, side, command, momentAt(atMs)));
  };
  play('second', { t: 'berserk' });
  for (const [ply, move] of LINES.noMove.entries()) {
    if (ply === 6) play(sideAt(ply), { t: 'offerDraw', ply });
    if (ply === 8) play(sideAt(ply + 1), { t: 'claimAbandoned' });
    play(sideAt(ply), { t: 'move', ply, move });
  }
  return versions;
}

const lastOf = (versions: readonly Game[]): DoneGame => {
  const last = versions.at(-1);
  if (last?.state !== 'done') throw new Error('the game runs');
  return last;
};

/** The versions with one of them replaced. */
const changed = (index: number, change: (game: Game) => Partial<Game>): Game[] =>
  aWholeGame().map((game, at) => (at === index ? ({ ...game, ...change(game) } as Game) : game));

describe('the check of the clocks', () => {
  it('agrees with the server over a whole game', () => {
    const versions = aWholeGame();
    expect(versions.at(-1)).toMatchObject({ state: 'done', ending: 'noMove' });
    expect(clockFaults(versions)).toEqual([]);
  });

  it.each<[string, (game: Game) => Partial<Game>]>([
    [
      'gains a millisecond',
      ({ remainingMs: { first, second } }) => ({ remainingMs: { first: first + 1, second } }),
    ],
    [
      'loses one',
      ({ remainingMs: { first, second } }) => ({ remainingMs: { first, second: second - 1 } }),
    ],
    ['takes a berserk back', () => ({ berserk: { first: false, second: false } })],
    ['goes back in time', ({ lastAtMs }) => ({ lastAtMs: lastAtMs - 60_000 })],
    ['loses a move', ({ moves }) => ({ moves: moves.slice(1) })],
    ['is stored under its old version', ({ version }) => ({ version: version - 1 })],
  ])('notices a clock or game that %s', (_, change) => {
    const last = aWholeGame().length - 1;
    expect(clockFaults(changed(last, change)).length).toBeGreaterThan(0);
  });

  it('notices time given for a berserk, or at the start', () => {
    const rich = { remainingMs: { first: 180_000, second: 180_001 } };
    expect(clockFaults(changed(1, () => rich)).join()).toContain('for berserk');
    expect(clockFaults(changed(0, () => rich)).join()).toContain('initial time');
  });

  it('notices a change after the end', () => {
    const versions = aWholeGame();
    const again = { ...lastOf(versions), version: versions.length + 1 };
    expect(clockFaults([...versions, again]).join()).toContain('after its end');
  });
});

describe('the check of the move lists', () => {
  const done = lastOf(aWholeGame());

  it.each<[string, DoneGame, number]>([
    ['a true end', done, 0],
    ['another winner', { ...done, winner: done.winner === 'first' ? 'second' : 'first' }, 1],
    ['another end', { ...done, ending: 'majority' }, 1],
    ['an end by resignation that the rules had decided', { ...done, ending: 'resign' }, 1],
    ['an illegal move', { ...done, moves: Uint8Array.of(11, ...done.moves) }, 1],
    ['a lost ply', { ...done, ply: done.ply + 1 }, 1],
    ['an end too early', { ...done, moves: done.moves.slice(0, 4), ply: 4 }, 1],
    ['a cap too early', { ...done, moves: done.moves.slice(0, 4), ply: 4, ending: 'tooLong' }, 1],
    ['a flag', { ...done, moves: done.moves.slice(0, 4), ply: 4, ending: 'flag' }, 0],
  ])('%s', (_, game, faults) => {
    expect(replayFaults(game)).toHaveLength(faults);
  });

  it('finds games that run, are not listed, not scored, or listed otherwise', () => {
    const listed = { ...viewGame(done), times: null, counted: true, scored: true };
    expect(endlessGames([newGame(), done])).toHaveLength(1);
    expect(listFaults([done], [listed])).toEqual([]);
    expect(listFaults([done], [])).toHaveLength(1);
    expect(listFaults([done], [{ ...listed, scored: false }])).toHaveLength(1);
    expect(listFaults([done], [{ ...listed, moves: 'A' }])).toHaveLength(1);
  });
});

describe('lost commands', () => {
  const versions = aWholeGame();
  const done = lastOf(versions);
  const games = new Map([[done.id, versions]]);
  const [first = 'A'] = oware.texts(done.moves);

  /** What a witness makes of a command and its answer. */
  const acknowledged = (
    asked: object,
    event: Parameters<typeof gameNews>[1],
    game: Game = done,
  ) => {
    const witness = createWitness(() => {});
    witness.sent(JSON.stringify({ ...asked, game: done.id, cid: '1.0' }));
    witness.heard(JSON.stringify({ ...gameNews(game, event), cid: '1.0' }));
    return witness.acknowledged;
  };
  const moved = (move: string, ply = 0) =>
    acknowledged({ t: 'move', ply, move }, { t: 'moved', by: 'first', move });

  it('are none where the stored game shows them', () => {
    const all = [
      ...moved(first),
      ...acknowledged({ t: 'berserk' }, { t: 'berserked', by: 'second' }),
      ...acknowledged({ t: 'offerDraw', ply: 6 }, { t: 'drawOffered', by: 'first' }),
      ...acknowledged({ t: 'claimAbandoned' }, { t: 'areYouThere', by: 'second' }),
      ...acknowledged({ t: 'claimFlag' }, { t: 'ended' }),
    ];
    expect(all).toHaveLength(5);
    expect(lostCommands(all, games)).toEqual([]);
  });

  it.each<[string, ReturnType<typeof acknowledged>]>([
    ['a move that is another one in the store', moved(first === 'A' ? 'B' : 'A')],
    ['a move beyond the last one', moved(first, 500)],
    ['a berserk', acknowledged({ t: 'berserk' }, { t: 'berserked', by: 'first' })],
    ['an offer', acknowledged({ t: 'offerDraw', ply: 9 }, { t: 'drawOffered', by: 'first' })],
    ['a claim', acknowledged({ t: 'claimAbandoned' }, { t: 'areYouThere', by: 'first' })],
    ['another end', acknowledged({ t: 'resign' }, { t: 'ended' }, { ...done, ending: 'resign' })],
    ['no end', acknowledged({ t: 'resign' }, { t: 'ended' }, newGame())],
  ])('are found: %s', (_, commands) => {
    expect(lostCommands(commands, games)).toHaveLength(1);
  });

  it('are all commands of a game that is not in the store', () => {
    expect(lostCommands(moved(first), new Map())).toHaveLength(1);
  });

  it('are never refusals, pushes and answers to nobody; refusals are counted', () => {
    const codes: string[] = [];
    const witness = createWitness((code) => void codes.push(code));
    witness.sent(JSON.stringify({ t: 'resign', game: done.id, cid: '2.0' }));
    witness.heard(JSON.stringify({ t: 'refused', code: 'gameOver', cid: '2.0' }));
    witness.heard(JSON.stringify(gameNews(done, { t: 'ended' })));
    witness.heard(JSON.stringify({ ...gameNews(done, { t: 'ended' }), cid: '9.0' }));
    witness.heard('{"message":"Internal server error"}');
    expect(witness.acknowledged).toEqual([]);
    expect(codes).toEqual(['gameOver', '(gateway)']);
    expect(parseId(done.id)).toBe(done.id);
  });
});

describe('the verdict', () => {
  const done = lastOf(aWholeGame());
  const ended = (...endings: Ending[]) =>
    endedGames(endings.map((ending) => ({ ...done, ending }) as Game));
  const others = ['agreement', 'resign', 'flag', 'noShow', 'abandoned', 'removed'] as const;
  const enough = Array.from({ length: 10 }, () => 'majority' as const);
  const calm = {
    ...{ delayP50Ms: 0, delayP99Ms: 20, delayMaxMs: 30, ownShare: 0.4, busyShare: 0.5 },
    ...{ fullShare: 0, seconds: 60, cpuMs: 1 },
  };

  it('wants every ending, and 60 % over the board', () => {
    const all = ended(...enough, 'noMove', 'repetition', ...others, 'tooLong');
    expect(all.overTheBoard).toBeCloseTo(12 / 19);
    expect(missing(all)).toEqual([]);
    expect(missing(ended('majority', 'noMove', 'repetition', ...others, 'tooLong'))).toEqual([
      '30 % over the board',
    ]);
    expect(missing(ended(...enough, 'noMove', 'repetition', ...others))).toEqual([
      'no game has ended by tooLong',
    ]);
  });

  it('is red for a broken law anywhere, invalid for what a starved machine has not shown', () => {
    const law = { name: 'lost', broken: ['a move'] };
    const [kept, starved] = [{ ...law, broken: [] }, starvedBy({ ...calm, fullShare: 0.9 })];
    expect(starvedBy(calm)).toEqual([]);
    expect(colourOf([law], [], starved)).toBe('red');
    expect(colourOf([kept], ['something'], starved)).toBe('invalid');
    expect(colourOf([kept], ['something'], [])).toBe('red');
    expect(colourOf([kept], [], starved)).toBe('green');
  });
});
