import { describe, expect, it } from 'vitest';
import { ATTEMPTS_MAX, type Change, change } from '../../shared/app/change.ts';
import type { Profile } from '../../shared/app/entities.ts';
import { visitLobby } from '../../shared/app/lobby.ts';
import { play } from '../../shared/app/play.ts';
import type { Commit, Read, Store } from '../../shared/app/ports.ts';
import { present } from '../../shared/core/assert.ts';
import { refuse } from '../../shared/core/refusal.ts';
import type { ClientMessage } from '../../shared/protocol/client-message.ts';
import { isGameMessage } from '../../shared/protocol/client-message.ts';
import { rulesOf } from '../../shared/rules/registry.ts';
import { SIDES } from '../../shared/rules/rules.ts';
import {
  createStage,
  gameOf,
  pairedArena,
  playersOf,
  playTo,
  type Stage,
  speaking,
} from '../support/stage.ts';

const [player] = playersOf(1) as [Profile['player']];

const profileOf = (version: number): Profile => ({
  ...{ type: 'profile', guest: false, player, version, createdAtMs: 0 },
  ...{ name: 'somebody', rating: version },
});

/** A store that answers commits from a list and reads with the version of the same turn. */
function scripted(commits: readonly Commit[], versions: readonly (Profile | null)[]) {
  const reads: Read[] = [];
  let written = 0;
  const store = { commit: async () => present(commits[written++], 'commit') } as unknown as Store;
  const load = async (read: Read) => {
    reads.push(read);
    return versions[Math.min(reads.length, versions.length) - 1] ?? null;
  };
  return { store, load, reads, written: () => written };
}

const stored: Commit = { kind: 'stored' };
const busy: Commit = { kind: 'busy' };
const lostTo = (current: Profile | null): Commit => ({
  ...{ kind: 'failed', failed: [{ index: 0, current }] },
});

/** Raises the version, unless nobody is there. */
const raise = (current: Profile | null): Change<Profile, number> =>
  current === null
    ? { kind: 'refused', refusal: refuse('notFound') }
    : {
        kind: 'store',
        before: current,
        after: profileOf(current.version + 1),
        value: current.version,
      };

describe('a change', () => {
  it('is stored after one eventual read', async () => {
    const { store, load, reads } = scripted([stored], [profileOf(3)]);
    expect(await change(store, load, raise)).toMatchObject({ kind: 'stored', value: 3 });
    expect(reads).toEqual(['eventual']);
  });

  it('refuses only after a consistent read', async () => {
    const { store, load, reads } = scripted([stored], [null, null]);
    expect(await change(store, load, raise)).toMatchObject({ kind: 'refused' });
    expect(reads).toEqual(['eventual', 'consistent']);
  });

  it('decides a stale refusal again, and stores', async () => {
    const { store, load } = scripted([stored], [null, profileOf(0)]);
    expect(await change(store, load, raise)).toMatchObject({ kind: 'stored', value: 0 });
  });

  it('keeps nothing on an eventual read either', async () => {
    const { store, load, reads } = scripted([], [profileOf(0), profileOf(1)]);
    const keep = (current: Profile | null) => ({ kind: 'keep', value: current?.version }) as const;
    expect(await change(store, load, keep)).toEqual({ kind: 'kept', value: 1 });
    expect(reads).toEqual(['eventual', 'consistent']);
  });

  it('decides again on the item that a lost race returns, without reading', async () => {
    const { store, load, reads } = scripted([lostTo(profileOf(5)), stored], [profileOf(3)]);
    expect(await change(store, load, raise)).toMatchObject({ kind: 'stored', value: 5 });
    expect(reads).toEqual(['eventual']);
  });

  it('refuses at once where a lost race shows that nothing is there any more', async () => {
    const { store, load, reads } = scripted([lostTo(null)], [profileOf(3)]);
    expect(await change(store, load, raise)).toMatchObject({ refusal: { code: 'notFound' } });
    expect(reads).toEqual(['eventual']);
  });

  it('reads consistently after a conflict, of which nothing is known', async () => {
    const { store, load, reads } = scripted([busy, stored], [profileOf(3), profileOf(4)]);
    expect(await change(store, load, raise)).toMatchObject({ kind: 'stored', value: 4 });
    expect(reads).toEqual(['eventual', 'consistent']);
  });

  it('gives up as busy after so many lost races', async () => {
    const races = Array.from({ length: ATTEMPTS_MAX + 1 }, (_, i) => lostTo(profileOf(i)));
    const { store, load, written } = scripted(races, [profileOf(0)]);
    expect(await change(store, load, raise)).toMatchObject({ refusal: { code: 'busy' } });
    expect(written()).toBe(ATTEMPTS_MAX);
  });
});

describe('every message that meets an item one version old is decided as on a fresh one', () => {
  /** A game whose last change was `last`; the row's last change was the pairing. */
  async function settingAfter(plies: number, offered: boolean) {
    const { stage, arena, games } = await pairedArena(playersOf(2));
    const { id } = present(games[0], 'game');
    const { seats, ply } = await playTo(stage, id, plies);
    if (offered) {
      const by = speaking(stage, seats.first.player);
      await play(stage.ports, by, { t: 'offerDraw', game: id, ply });
    }
    stage.clock.nowMs += 500;
    return { stage, arena, game: await gameOf(stage, id) };
  }
  type Setting = Awaited<ReturnType<typeof settingAfter>>;

  const messagesFor = ({ arena: { id: arena }, game }: Setting): ClientMessage[] => {
    const { id, ply, kind, moves } = game;
    const rules = rulesOf(kind);
    const played = rules.texts(moves).at(-1) ?? 'A';
    const legal = rules.legal(rules.replay(moves));
    return [
      ...legal.map((move) => ({ t: 'move', game: id, ply, move }) as const),
      { t: 'move', game: id, ply: Math.max(0, ply - 1), move: played },
      { t: 'move', game: id, ply, move: 'Z' },
      { t: 'resign', game: id },
      { t: 'berserk', game: id },
      { t: 'offerDraw', game: id, ply },
      { t: 'acceptDraw', game: id },
      { t: 'declineDraw', game: id },
      { t: 'claimFlag', game: id },
      { t: 'hello', v: 1, arena },
      { t: 'enter', arena },
      { t: 'lobby', arena, after: id },
      { t: 'lobby', arena, after: null },
      { t: 'pause', arena },
      { t: 'resume', arena },
    ];
  };

  const stageOf = ({ stage }: Setting, stale: boolean): Stage =>
    createStage({
      entities: stage.store.all(),
      earlier: stage.store.earlier().filter(({ type }) => type !== 'arena'),
      ...{ nowMs: stage.clock.nowMs, stale: () => stale },
    });

  it.each([
    ['after the pairing', 0, false],
    ['after one move', 1, false],
    ['after some moves', 6, false],
    ['after an offer', 6, true],
  ])('%s', async (_, plies, offered) => {
    const setting = await settingAfter(plies, offered);
    for (const side of SIDES) {
      for (const message of messagesFor(setting)) {
        const seen = [];
        for (const stale of [false, true]) {
          const stage = stageOf(setting, stale);
          const caller = speaking(stage, setting.game.seats[side].player);
          const answer = isGameMessage(message)
            ? await play(stage.ports, caller, message)
            : await visitLobby(stage.ports, caller, message);
          expect(stage.bugs).toEqual([]);
          // Only `hello` promises the game as it is; the others answer what they did.
          const { game: _, ...rest } = { game: null, ...answer };
          const told = isGameMessage(message) || message.t === 'hello' ? answer : rest;
          seen.push({ answer: told, all: stage.store.all(), told: stage.told });
        }
        expect(seen[1], `${side} ${JSON.stringify(message)}`).toEqual(seen[0]);
      }
    }
  });
});
