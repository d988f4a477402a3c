import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { cancelArena } from '../../../shared/app/cancel-arena.ts';
import { correctRanking } from '../../../shared/app/correct-ranking.ts';
import { runArena } from '../../../shared/app/run-arena.ts';
import { emitEvent } from '../../../shared/app/webhooks/emit-event.ts';
import { WINNERS_TOLD_MAX } from '../../../shared/app/webhooks/happening.ts';
import { tendWebhook } from '../../../shared/app/webhooks/tend.ts';
import { changeArena } from '../../../shared/arena/arena.ts';
import { present } from '../../../shared/core/assert.ts';
import { anOpenArena, arenaId } from '../../support/builders.ts';
import { aHook, type HookLine, hookLine, OK, payloadOf, SECRET } from '../../support/hook-line.ts';
import {
  correct,
  DECISION,
  dyingAfter,
  finalsOf,
  frozenOn,
  playedStage,
  sweepOnce,
} from '../../support/organising.ts';
import {
  arenaOf,
  createStage,
  openArena,
  playersOf,
  START_MS,
  type Stage,
} from '../../support/stage.ts';

const OWNER = 'organiser';

/** A stage whose events reach a receiver that takes everything, with these webhooks. */
async function told(hooks = [aHook(OWNER)], entities: Parameters<typeof createStage>[0] = {}) {
  const stage = createStage(entities);
  for (const entity of hooks) await stage.store.commit([{ op: 'create', entity }]);
  const line = hookLine(stage, () => OK);
  return { stage: { ...stage, ports: line.ports }, line };
}

const ALL = aHook(OWNER, {
  events: ['arena.opened', 'arena.frozen', 'arena.corrected', 'arena.cancelled'],
});

const created = (part = {}) =>
  anOpenArena({
    ...{ state: 'created', owner: OWNER, startsAtMs: START_MS, endsAtMs: START_MS + 3_600_000 },
    ...part,
  });

describe('what happens to an arena is told to the webhooks of its owner', () => {
  it('when it opens, signed, with the arena in it', async () => {
    const { stage, line } = await told([ALL], { nowMs: Date.now() });
    const { arena } = await openArena(playersOf(2), stage);
    await line.run();

    const post = present(line.posts[0], 'post');
    new Webhook(SECRET).verify(post.body, { ...post.headers });
    expect(line.posts).toHaveLength(1);
    expect(post.url).toBe('https://example.org/hook');
    expect(payloadOf(post)).toMatchObject({
      type: 'arena.opened',
      timestamp: new Date(arena.startsAtMs).toISOString(),
      data: { arena: { id: arena.id, name: 'Sunday', state: 'open' } },
    });
  });

  it('when it is frozen and corrected, each version once, with winners and reason', async () => {
    const { stage: played, arena } = await playedStage('oware-shield', 6);
    const line = hookLine(played, () => OK);
    const stage = { ...played, ports: line.ports };
    await stage.store.commit([{ op: 'create', entity: { ...ALL, owner: arena.owner } }]);
    await frozenOn(stage, arena);
    const [first] = await finalsOf(stage, await arenaOf(stage, arena.id));
    const winner = present(first?.winners[0], 'winner');
    await line.run();
    stage.clock.nowMs += 60_000;
    await correct(stage, arena, 'disqualify', winner);
    await correct(stage, arena, 'disqualify', winner);
    await line.run();

    const finals = await finalsOf(stage, await arenaOf(stage, arena.id));
    expect(line.posts.map(payloadOf)).toMatchObject([
      {
        type: 'arena.frozen',
        timestamp: new Date(arena.endsAtMs).toISOString(),
        data: { version: 1, winners: first?.winners, reason: null, arena: { state: 'frozen' } },
      },
      {
        type: 'arena.corrected',
        data: {
          ...{ version: 2, winners: finals[1]?.winners, reason: DECISION.reason },
          links: { standings: `/arenas/${arena.id}/standings?version=2` },
        },
      },
    ]);
  });

  it('for every version, also for those that were never shown', async () => {
    const part = { owner: OWNER, state: 'frozen', finalVersion: 3, publishedVersion: 1 } as const;
    const arena = anOpenArena(part);
    const { stage, line } = await told([ALL], { entities: [arena] });
    for (const version of [1, 2, 3]) {
      await stage.tables.freeze(arena.id, {
        ...{ version, hash: 'h', winners: [], frozenAtMs: arena.endsAtMs + version },
        ...{ disqualified: [], correction: { reason: `${version}`, actor: OWNER }, lines: [] },
      });
    }
    await runArena(stage.ports, arena.id);
    await line.run();

    expect(line.posts.map(payloadOf)).toMatchObject([
      { type: 'arena.corrected', data: { version: 2, reason: '2' } },
      { type: 'arena.corrected', data: { version: 3, reason: '3' } },
    ]);
  });

  it('when it is cancelled, and that it was open where it was', async () => {
    for (const opens of [true, false]) {
      const arena = created({ startsAtMs: START_MS + 1_000 });
      const { stage, line } = await told([ALL], { entities: [arena] });
      // Whoever wanted to open it came too early, or too late.
      await emitEvent(stage.ports, 'arena.opened', arena.id);
      if (opens) {
        stage.clock.nowMs += 1_000;
        await runArena(stage.ports, arena.id);
      }
      stage.clock.nowMs += 500;
      await cancelArena(stage.ports, arena.id, null, { actor: OWNER, reason: 'no hall' });
      await runArena(stage.ports, arena.id);
      await runArena(stage.ports, arena.id);
      await line.run();

      const cancelled = { type: 'arena.cancelled', data: { reason: 'no hall' } };
      const opened = { type: 'arena.opened' };
      const payloads = line.posts.map(payloadOf).sort((a, b) => (a.type < b.type ? -1 : 1));
      expect(payloads).toMatchObject(opens ? [cancelled, opened] : [cancelled]);
    }
  });

  it('where they want to hear of it, and to those of nobody else', async () => {
    const hooks = [
      aHook(OWNER, { id: 'a', events: ['arena.opened'], url: 'https://a.example/' }),
      aHook(OWNER, { id: 'b', events: ['arena.frozen'], url: 'https://b.example/' }),
      aHook(OWNER, { id: 'c', url: 'https://c.example/' }),
      aHook('somebody else', { id: 'd', url: 'https://d.example/' }),
    ];
    const { stage, line } = await told(hooks);
    await openArena(playersOf(2), stage);
    await line.run();

    expect(line.posts.map(({ url }) => url).sort()).toEqual([
      'https://a.example/',
      'https://c.example/',
    ]);
    // The same message for all: whoever gets it twice knows.
    expect(new Set(line.posts.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('with the first of very many winners, and how many there are', async () => {
    const winners = playersOf(250);
    const arena = anOpenArena({ owner: OWNER, state: 'frozen', finalVersion: 1 });
    const { stage, line } = await told([ALL], { entities: [arena] });
    await stage.tables.freeze(arena.id, {
      ...{ version: 1, hash: 'h', winners, frozenAtMs: arena.endsAtMs, disqualified: [] },
      ...{ correction: null, lines: [] },
    });
    await emitEvent(stage.ports, 'arena.frozen', arena.id, 1);
    await line.run();

    const { data } = payloadOf(present(line.posts[0], 'post'));
    expect(data).toMatchObject({
      winners: winners.slice(0, WINNERS_TOLD_MAX),
      winnersCount: winners.length,
    });
    expect(line.posts[0]?.body.length).toBeLessThan(4_000);
  });
});

describe('an event is never told before it has happened', () => {
  it('but once it has, although it was queued before', async () => {
    const arena = created();
    const { stage, line } = await told([ALL], { entities: [arena] });
    await emitEvent(stage.ports, 'arena.opened', arena.id);
    await line.run(START_MS + 60_000);
    expect(line.posts).toEqual([]);

    await stage.store.commit([
      { op: 'update', before: arena, after: changeArena(arena, { state: 'open' }) },
    ]);
    await line.run();
    expect(line.posts.map(payloadOf)).toMatchObject([{ type: 'arena.opened' }]);
  });

  it('and not at all where it never does: whoever does it later tells it again', async () => {
    const arena = created();
    const { stage, line } = await told([ALL], { entities: [arena] });
    await emitEvent(stage.ports, 'arena.opened', arena.id);
    for (const event of ['arena.frozen', 'arena.corrected'] as const) {
      await emitEvent(stage.ports, event, arena.id, 1);
    }
    await emitEvent(stage.ports, 'arena.cancelled', arena.id);
    await emitEvent(stage.ports, 'arena.opened', arenaId(77));
    await line.run();
    expect(line.posts).toEqual([]);
    expect(stage.counts.get('EventsDropped')).toBe(4);
    // As long as a lifecycle may still be about to store it, and no longer.
    expect(stage.clock.nowMs - START_MS).toBeGreaterThan(60_000);
    expect(stage.clock.nowMs - START_MS).toBeLessThan(180_000);

    await runArena(stage.ports, arena.id);
    await line.run(stage.clock.nowMs + 10_000);
    expect(line.posts.map(payloadOf)).toMatchObject([{ type: 'arena.opened' }]);
  });
});

describe('an event that is queued twice', () => {
  it('is one delivery, also when two take it out at once', async () => {
    const arena = created({ state: 'open' });
    const { stage, line } = await told([ALL], { entities: [arena] });
    const toldAtMs = stage.clock.nowMs;
    const message = { t: 'event', event: 'arena.opened', arena: arena.id, version: 0 } as const;
    const take = () => tendWebhook(line.ports, { ...message, toldAtMs });
    await Promise.all([take(), take()]);
    await take();
    await line.run();
    await take();
    await line.run();

    expect(line.posts).toHaveLength(1);
    expect(await stage.store.deliveries(ALL.id, null, 10)).toMatchObject([
      { event: 'arena.opened', state: 'delivered', tries: 1 },
    ]);
  });
});

describe('whoever dies on the way loses no event and tells none twice', () => {
  const settled = async (stage: Stage, line: HookLine): Promise<readonly string[]> => {
    stage.clock.nowMs += 60_000;
    await sweepOnce(stage);
    await sweepOnce(stage);
    await line.run();
    return line.posts.map((post) => payloadOf(post).type);
  };

  it('while an arena opens and is frozen', async () => {
    let calls = 0;
    for (let died = true; died; calls++) {
      const arena = created({ startsAtMs: START_MS - 3_600_000, endsAtMs: START_MS - 60_000 });
      const { stage, line } = await told([ALL], { entities: [arena] });
      died = await runArena(dyingAfter(stage.ports, calls), arena.id).then(
        () => false,
        () => true,
      );
      // What is queued may be taken out before anybody goes on.
      if (calls % 2 === 0) await line.run(stage.clock.nowMs + 10_000);
      expect(await settled(stage, line), `${calls}`).toEqual(['arena.opened', 'arena.frozen']);
    }
    expect(calls).toBeGreaterThan(15);
  });

  it('while a ranking is corrected', async () => {
    let calls = 0;
    for (let died = true; died; calls++) {
      const { stage: played, arena: open } = await playedStage('classic', 6);
      const line = hookLine(played, () => OK);
      const stage = { ...played, ports: line.ports };
      await stage.store.commit([{ op: 'create', entity: { ...ALL, owner: open.owner } }]);
      const arena = await frozenOn(stage, open);
      const [first] = await finalsOf(stage, arena);
      const player = present(first?.lines[2], 'third').player;
      const wanted = { player, kind: 'disqualify', ...DECISION } as const;
      died = await correctRanking(dyingAfter(stage.ports, calls), arena.id, wanted).then(
        () => false,
        () => true,
      );
      await correct(stage, arena, 'disqualify', player);
      await correct(stage, arena, 'reinstate', player);
      const versions = ['arena.frozen', 'arena.corrected', 'arena.corrected'];
      expect(await settled(stage, line), `${calls}`).toEqual(versions);
    }
    expect(calls).toBeGreaterThan(8);
  });
});
