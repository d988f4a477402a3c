import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playerId } from '../support/builders.ts';
import {
  type Answer,
  NOBODY,
  open,
  openTwoArenas,
  over,
  PLAYERS,
  problemIn,
  type TwoArenas,
} from './two-arenas.ts';

let arenas: TwoArenas;
beforeAll(async () => {
  arenas = await openTwoArenas();
});
afterAll(() => arenas.stop());

const read: TwoArenas['read'] = (path) => arenas.read(path);
const tableOf: TwoArenas['tableOf'] = (path) => arenas.tableOf(path);

type Kind = 'remove' | 'disqualify' | 'reinstate';

const decisionPath = (arena: string, player: string, kind: Kind): string =>
  `${arena}/players/${player}/${kind}`;

const tokenOf = (subject: string, ...roles: readonly string[]): Promise<string> =>
  arenas.running.cloud.issuer.mintToken({ subject, roles });

async function decide(path: string, token: string | null, body: unknown): Promise<Answer> {
  const authorization = token === null ? {} : { authorization: `Bearer ${token}` };
  const headers = { 'content-type': 'application/json', ...authorization };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return arenas.ask(path, { method: 'POST', headers, body: text });
}

const why = { reason: 'fair play' };

/** A body, and the field that is wrong in it. */
const BODIES: readonly (readonly [unknown, object])[] = [
  ['{', { code: 'malformed', expected: 'a JSON object' }],
  [{}, { field: 'reason', expected: 'to be present' }],
  [{ reason: ' ' }, { field: 'reason' }],
  [{ reason: 7 }, { field: 'reason' }],
  [{ reason: 'x'.repeat(501) }, { field: 'reason' }],
  [
    { ...why, points: 3 },
    { field: 'points', expected: 'no such field' },
  ],
];

describe.each(['remove', 'disqualify', 'reinstate'] as const)('to %s a player', (kind) => {
  /** Where this decision may be made. */
  const arena = kind === 'remove' ? open : over;
  const path = decisionPath(arena, playerId(2), kind);

  it('takes a token, the role and the ownership of the arena', async () => {
    const player = await decide(path, await tokenOf('o'), why);
    const stranger = await decide(path, await tokenOf('p', 'organiser'), why);

    expect((await decide(path, null, why)).status).toBe(401);
    expect((await decide(path, 'no token', why)).status).toBe(401);
    expect(problemIn(player)).toMatchObject({ status: 403, code: 'forbidden' });
    expect(problemIn(stranger)).toMatchObject({ status: 403, code: 'forbidden' });
  });

  it('takes a player of an arena that is there', async () => {
    const { organiser } = arenas.running;
    const nowhere = await decide(
      decisionPath(`/arenas/${NOBODY}`, playerId(2), kind),
      organiser,
      why,
    );
    expect(problemIn(nowhere)).toMatchObject({ status: 404, code: 'noSuchArena', field: 'id' });
    const nobody = await decide(decisionPath(arena, 'x', kind), organiser, why);
    expect(problemIn(nobody)).toMatchObject({ status: 404, code: 'notEntered', field: 'player' });
  });

  it('takes a player who has entered it', async () => {
    const { organiser } = arenas.running;
    const nobody = await decide(decisionPath(arena, NOBODY, kind), organiser, why);
    expect(nobody.status).toBe(404);
    expect(problemIn(nobody)).toMatchObject({ code: 'notEntered', field: 'player' });
  });

  it('takes a reason', async () => {
    for (const [body, expected] of BODIES) {
      const answer = await decide(path, arenas.running.organiser, body);
      expect(problemIn(answer)).toMatchObject({ status: 400, code: 'invalid', ...expected });
    }
  });

  it('takes the right time', async () => {
    const early = kind === 'remove' ? over : open;
    const answer = await decide(
      decisionPath(early, playerId(2), kind),
      arenas.running.organiser,
      why,
    );

    const code = kind === 'remove' ? 'arenaOver' : 'tooEarly';
    expect(problemIn(answer)).toMatchObject({ status: 409, code });
  });

  it('is not done by a refusal', async () => {
    expect(await read(`${open}/players/${playerId(2)}`)).toMatchObject({ removed: false });
    expect(await tableOf(`${over}/standings`)).toMatchObject({ version: 1, players: PLAYERS });
  });
});

describe('a decision of the organiser', () => {
  it('takes a player out of a running arena, once', async () => {
    const path = decisionPath(open, playerId(2), 'remove');
    const first = await decide(path, arenas.running.organiser, why);
    const again = await decide(path, arenas.running.organiser, { reason: 'something else' });

    expect(first.status).toBe(200);
    expect(JSON.parse(first.text)).toMatchObject({ removed: true, ...why, actor: 'o' });
    expect(again).toEqual(first);
    expect(await read(`${open}/players/${playerId(2)}`)).toMatchObject({
      ...{ removed: true, removal: why, points: 1 },
    });
    await arenas.until(async () => {
      const { standings } = await tableOf(`${open}/standings`);
      return standings.every(({ player }) => player !== playerId(2));
    });
  });

  it('takes a winner out of a frozen ranking and puts him back, each as a version', async () => {
    const winner = playerId(3);
    const out = await decide(
      decisionPath(over, winner, 'disqualify'),
      arenas.running.organiser,
      why,
    );
    const ranking = await tableOf(`${over}/standings`);
    const back = await decide(
      decisionPath(over, winner, 'reinstate'),
      arenas.running.organiser,
      why,
    );

    const correction = { ...why, actor: 'o' };
    expect(JSON.parse(out.text)).toMatchObject({
      ...{ version: 2, disqualified: [winner], winners: [playerId(1)], correction },
    });
    expect(ranking).toMatchObject({ version: 2, players: PLAYERS - 1, winners: [playerId(1)] });
    expect(ranking.standings[0]).toMatchObject({ rank: 1, player: playerId(1), points: 2 });
    expect(JSON.parse(back.text)).toMatchObject({ version: 3, disqualified: [], correction });
    expect(await read(`${over}/standings?version=2`)).toMatchObject({ winners: [playerId(1)] });
    const [first, third] = await Promise.all(
      [1, 3].map((one) => tableOf(`${over}/standings?version=${one}`)),
    );
    expect(third?.standings).toEqual(first?.standings);
  });

  it('has left no error in any function', () => {
    expect(arenas.running.errors).toEqual([]);
    expect(arenas.running.cloud.counters.deadLetters).toEqual({});
  });
});
