import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLIENT_MESSAGES, type ClientType } from '../../infra/cli/protocol/client-messages.ts';
import {
  type Documented,
  PING_MESSAGES,
  serverMessages,
  sharedSchemas,
} from '../../infra/cli/protocol/documented.ts';
import { misfits } from '../../infra/cli/protocol/misfits.ts';
import type { Asked } from '../../shared/client/asking.ts';
import { present } from '../../shared/core/assert.ts';
import type { ArenaView } from '../../shared/protocol/arena-view.ts';
import type { GameView } from '../../shared/protocol/game-view.ts';
import type { ServerMessage } from '../../shared/protocol/server-message.ts';
import { type Line, openLine } from '../support/line.ts';
import { openRaw, type RunningCloud, runCloud } from './running-cloud.ts';

type Told<T extends ServerMessage['t']> = Extract<ServerMessage, { readonly t: T }>;

/** A player of the test: asks with examples, and hears what is pushed to him. */
interface Player {
  readonly line: Line;
  /** Sends the example of this message, about the real arena and game; the answer's type. */
  readonly send: (t: ClientType, part?: object) => Promise<string>;
  /** The next push of this type that nobody has waited for yet. */
  readonly hear: <T extends ServerMessage['t']>(t: T) => Promise<Told<T>>;
}

const documented = new Map(serverMessages().map((message) => [message.name, message]));
const shared = sharedSchemas();
const sent = new Set<string>();
const heard = new Set<string>();
/** Whatever was told and is not documented so. */
const wrong: string[] = [];

/** The first move of a slow game may take the longest, however slow this machine is. */
const SLOW = { limitMs: 1_800_000, incrementMs: 0 };

let running: RunningCloud;
let arena: ArenaView;
let ama: Player;
let kofi: Player;
/** Of the game that is being played: who moves first, and the other one. */
let game: GameView;
let [first, second]: Player[] = [];
beforeAll(async () => {
  running = await runCloud();
  arena = await running.createArena({ durationMs: 120_000, clock: SLOW });
  [ama, kofi] = [await openPlayer('Ama'), await openPlayer('Kofi')];
});
afterAll(async () => {
  for (const { line } of [ama, kofi]) line.close();
  await running.cloud.stop();
});

async function openPlayer(name: string): Promise<Player> {
  const url = await running.client.socketUrl(await running.tokenOf(name));
  const pushes: ServerMessage[] = [];
  const awaited = new Map<string, (message: ServerMessage) => void>();
  const onPush = (message: ServerMessage) => {
    check(message, ({ isPushed }) => isPushed);
    const settle = awaited.get(message.t);
    awaited.delete(message.t);
    if (settle === undefined) pushes.push(message);
    else settle(message);
  };
  const line = await openLine(url, onPush);
  return {
    line,
    send: (t, part = {}) => send(line, t, part),
    hear: <T extends ServerMessage['t']>(t: T) => {
      const index = pushes.findIndex((message) => message.t === t);
      const known = index < 0 ? undefined : pushes.splice(index, 1)[0];
      return known === undefined
        ? new Promise<Told<T>>((resolve) => awaited.set(t, resolve as never))
        : Promise.resolve(known as Told<T>);
    },
  };
}

/** What the documents say of a message is what the message is. */
function check(message: ServerMessage, isExpected: (message: Documented) => boolean): void {
  heard.add(message.t);
  const known = documented.get(message.t);
  if (known === undefined) wrong.push(`${message.t}: not documented`);
  else if (!isExpected(known)) wrong.push(`${message.t}: not documented as such`);
  else {
    wrong.push(...misfits(message, known.schema, shared).map((found) => `${message.t}${found}`));
  }
}

async function send(line: Line, t: ClientType, part: object): Promise<string> {
  const { example, answers } = CLIENT_MESSAGES[t];
  const { cid: _, ...message } = example;
  const about = 'arena' in example ? { arena: arena.id } : { game: game?.id };
  const answer = present(await line.ask({ ...message, ...about, ...part } as Asked), 'an answer');
  sent.add(t);
  check(answer, ({ name }) => (answers as readonly string[]).includes(name));
  return answer.t === 'refused' ? answer.code : answer.t;
}

/** Both return to the lobby and are paired. */
async function pair(after: string | null): Promise<void> {
  const paired = ama.hear('paired');
  for (const player of [ama, kofi]) {
    expect(await player.send('lobby', { after })).toBe('state');
  }
  ({ game } = await paired);
  await kofi.hear('paired');
  [first, second] = game.first.name === 'Ama' ? [ama, kofi] : [kofi, ama];
}

const players = () => ({ a: present(first, 'first mover'), b: present(second, 'second mover') });

describe('the protocol on the local cloud', () => {
  it('greets, and is answered with the state', async () => {
    expect(await ama.send('hello')).toBe('notEntered');
    for (const player of [ama, kofi]) expect(await player.send('enter')).toBe('state');
    expect(await ama.send('hello', { game: null, ply: 0 })).toBe('state');
    expect(await ama.send('pause')).toBe('state');
    expect(await ama.send('resume')).toBe('state');
    expect(await ama.send('leave')).toBe('left');
    expect(await ama.send('enter')).toBe('state');
  });

  it('plays a game with every command', async () => {
    await pair(null);
    const { a, b } = players();

    expect(await a.send('berserk')).toBe('berserked');
    expect(await b.hear('berserked')).toMatchObject({ by: 'first', ply: 0 });
    expect(await a.send('claimFlag')).toBe('tooEarly');
    expect(await a.send('move')).toBe('moved');
    expect(await b.hear('moved')).toMatchObject({ by: 'first', move: 'A', ply: 1 });
    expect(await b.send('move', { ply: 1, move: 'f' })).toBe('moved');
    expect(await b.send('claimAbandoned')).toBe('areYouThere');
    expect(await a.hear('areYouThere')).toMatchObject({ by: 'second' });
    expect(await a.send('here')).toBe('stillHere');
    expect(await a.send('offerDraw')).toBe('drawOffered');
    expect(await b.hear('drawOffered')).toMatchObject({ by: 'first' });
    expect(await b.send('declineDraw')).toBe('drawDeclined');
    expect(await b.send('offerDraw')).toBe('drawOffered');
    expect(await a.send('hello', { ply: 2 })).toBe('state');
    expect(await a.send('claimDraw')).toBe('nothingToClaim');
    expect(await a.send('acceptDraw')).toBe('ended');
    expect(await b.hear('ended')).toMatchObject({ end: { winner: null, ending: 'agreement' } });
    expect(await a.hear('scored')).toMatchObject({ game: game.id, reason: 'quickDraw' });
    await b.hear('scored');
  });

  it('plays another one, and resigns it', async () => {
    await pair(game.id);
    const { a, b } = players();

    expect(await a.send('resign')).toBe('ended');
    expect(await a.send('claimFlag')).toBe('gameOver');
    expect(await b.hear('scored')).toMatchObject({ game: game.id, reason: 'win' });
    await a.hear('scored');
  });

  it('tells who waits alone why, a removed player so, and a superseded connection', async () => {
    expect(await ama.send('lobby', { after: game.id })).toBe('state');
    expect(await ama.hear('waiting')).toMatchObject({ reason: 'odd' });
    const newer = await openPlayer('Ama');
    expect(await newer.send('hello')).toBe('state');
    expect(await ama.hear('bye')).toMatchObject({ code: 'superseded' });
    await remove(kofi);
    expect(await kofi.hear('removed')).toMatchObject({ reason: 'two accounts' });
    newer.line.close();
  });

  it('answers a ping with the time', async () => {
    const line = await openRaw(await running.client.socketUrl(await running.tokenOf('Esi')));
    const [ping, pong] = PING_MESSAGES.map((message) => present(message, 'frame of the gateway'));

    const answer = await line.exchange(JSON.stringify(ping?.example));

    expect(misfits(answer, present(pong, 'pong').schema, shared)).toEqual([]);
    line.close();
  });

  it('sends a client away that is too old', async () => {
    const line = await openRaw(await running.client.socketUrl(await running.tokenOf('Esi')));
    const { example } = CLIENT_MESSAGES.hello;

    const answer = await line.exchange(JSON.stringify({ ...example, v: 0 }));

    expect(answer).toEqual({ t: 'bye', code: 'upgrade', cid: example.cid });
    check(answer as ServerMessage, ({ name }) => name === 'bye');
    line.close();
  });

  it('was spoken as it is documented, every message that a client may send', () => {
    // A game that nobody could be told of, and an arena that is over, take too long here.
    const unheard = [...documented.keys()].filter((t) => !heard.has(t));

    expect(wrong).toEqual([]);
    expect([...sent].toSorted()).toEqual(Object.keys(CLIENT_MESSAGES).toSorted());
    expect(unheard).toEqual(['voided', 'cancelled', 'note', 'frozen']);
    expect(running.errors).toEqual([]);
  });
});

async function remove({ line }: Player): Promise<void> {
  const state = await line.ask({ t: 'hello', v: 1, arena: arena.id });
  const player = state?.t === 'state' ? state.you.player : '';
  const path = `/arenas/${arena.id}/players/${player}/remove`;
  const response = await fetch(`${running.cloud.httpUrl}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${running.organiser}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ reason: 'two accounts' }),
  });
  expect(response.status).toBe(200);
}
