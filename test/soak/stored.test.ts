import { describe, expect, it } from 'vitest';
import { encodeEntity, placeOf } from '../../functions/aws/item.ts';
import { recompute } from '../../infra/cli/recompute.ts';
import type { Commit } from '../../infra/local/dynamodb/commit.ts';
import type { Item } from '../../infra/local/dynamodb/item.ts';
import type { Entity } from '../../shared/app/entities.ts';
import { finish } from '../../shared/game/finish.ts';
import { viewGame } from '../../shared/protocol/game-view.ts';
import type { StandingView } from '../../shared/protocol/table-view.ts';
import type { Side } from '../../shared/rules/rules.ts';
import { ENDS_MS, newGame, START_MS, seat } from '../game/board.ts';
import { createRecorder } from '../load/recorder.ts';
import { anIdleRow, gameId, playerId } from '../support/builders.ts';
import { removedPlayers, tableFaults } from './table-check.ts';
import { createVersions } from './versions.ts';

const itemOf = (entity: Entity): Item =>
  ({ ...placeOf(entity).key, ...encodeEntity(entity) }) as unknown as Item;

const commitOf = (writes: Commit['writes']): Commit => ({
  ...{ t: 'dynamodb', writes, records: [], sequence: 0, tokens: [] },
});
const put = (...entities: readonly Entity[]): Commit =>
  commitOf(entities.map((entity) => ({ table: 'any', put: itemOf(entity) })));

describe('what a run has stored', () => {
  it('is every version of every game, and not those that were taken back', () => {
    const versions = createVersions();
    const [game, other] = [newGame(), newGame({ id: gameId(2) })];
    const done = finish(game, { winner: 'first', ending: 'resign', endedAtMs: START_MS + 5 });
    versions.onCommit(put(game, other, anIdleRow(1)));
    expect(versions.endingOf(game.id)).toBeNull();
    versions.onCommit(put(done));
    versions.onCommit(commitOf([{ table: 'any', remove: itemOf(other) }]));
    expect([...versions.games()]).toEqual([[game.id, [game, done]]]);
    expect(versions.endingOf(game.id)).toBe('resign');
    expect(versions.endingOf(other.id)).toBe('voided');
    expect(versions.voided()).toBe(1);
  });

  it('is who was removed, by the last row', () => {
    const recorder = createRecorder(() => START_MS);
    recorder.onCommit(put(anIdleRow(1), anIdleRow(2)));
    recorder.onCommit(put(anIdleRow(2, { removed: true, version: 4 })));
    expect([...removedPlayers(recorder.changes)]).toEqual([playerId(2)]);
  });
});

describe('the check of a table', () => {
  const ended = (which: number, first: number, second: number, winner: Side) =>
    viewGame(
      finish(newGame({ id: gameId(which), seats: { first: seat(first), second: seat(second) } }), {
        ...{ winner, ending: 'resign', endedAtMs: START_MS + which },
      }),
    );
  // The first beats both others, the second beats the third.
  const games = [ended(1, 1, 2, 'first'), ended(2, 1, 3, 'first'), ended(3, 2, 3, 'first')];
  const endsAtMs = START_MS + ENDS_MS;
  const shown = recompute(games, endsAtMs).map(
    (line) => ({ ...line, name: line.player, games: line.sheet.length }) as unknown as StandingView,
  );
  const nobody = new Set<string>();

  it('agrees with what the games pay', () => {
    expect(shown.map(({ points }) => points)).toEqual([4, 2, 0]);
    expect(tableFaults(shown, games, endsAtMs, nobody)).toEqual([]);
  });

  it('closes the ranks of removed players up', () => {
    const [, second, third] = shown;
    if (second === undefined || third === undefined) throw new Error('three have played');
    const closed = [
      { ...second, rank: 1 },
      { ...third, rank: 2 },
    ];
    const removed = new Set<string>([playerId(1)]);
    expect(tableFaults(closed, games, endsAtMs, removed)).toEqual([]);
    expect(tableFaults([second, third], games, endsAtMs, removed)).toHaveLength(2);
    expect(tableFaults(shown, games, endsAtMs, removed).length).toBeGreaterThan(0);
  });

  it.each<[string, Partial<StandingView>]>([
    ['points', { points: 5 }],
    ['sheet', { sheet: [2, 3] }],
    ['rank', { rank: 2 }],
  ])('notices wrong %s', (_, part) => {
    const wrong = shown.map((line, index) => (index === 0 ? { ...line, ...part } : line));
    expect(tableFaults(wrong, games, endsAtMs, nobody)).toHaveLength(1);
  });

  it('notices who is missing', () => {
    expect(tableFaults(shown.slice(1), games, endsAtMs, nobody)).toHaveLength(2);
  });
});
