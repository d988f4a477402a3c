import assert from 'node:assert/strict';
import { createArena } from '../../shared/app/arenas.ts';
import type { Entity } from '../../shared/app/entities.ts';
import { visitLobby } from '../../shared/app/lobby.ts';
import { pairArena } from '../../shared/app/pair-arena.ts';
import { play } from '../../shared/app/play.ts';
import type { Caller } from '../../shared/app/ports.ts';
import { runArena } from '../../shared/app/run-arena.ts';
import { watchGame } from '../../shared/app/watch-game.ts';
import type { ConnectionId, PlayerId } from '../../shared/core/ids.ts';
import type { LiveGame } from '../../shared/game/game.ts';
import { viewGame } from '../../shared/protocol/game-view.ts';
import type { ServerMessage } from '../../shared/protocol/server-message.ts';
import { otherSide, SIDES, type Side } from '../../shared/rules/rules.ts';
import { PLAIN } from '../support/builders.ts';
import { createStage, gameOf, lineOf, playersOf, START_MS, type Stage } from '../support/stage.ts';
import {
  closeTable,
  deadlineMs,
  isAsked,
  lastAtMs,
  look,
  type Model,
  newModel,
  noticed,
  remainingMs,
  type Said,
  say,
} from './model.ts';
import { type Bucket, type Pair, spend, type Terms, withSide } from './model-terms.ts';

export type Message = Said | { readonly t: 'hello' };

export interface Line {
  readonly connection: ConnectionId;
  readonly connectedAtMs: number;
}

/** A message on its way: who sent it, on which of his lines. */
export interface Packet {
  readonly side: Side;
  readonly line: Line;
  readonly message: Message;
  /** When gateway and function took it, where it has waited since then. */
  readonly taken?: Moment;
}

/** What the model knows besides the game: whom pushes reach. */
interface Place {
  /** Where the arena believes him to be, and where the game does. */
  readonly row: Line;
  readonly seat: Line;
  readonly words: Bucket;
}

/** The backend beside the model of it, with everything between them and two players. */
export interface World {
  readonly stage: Stage;
  readonly start: LiveGame;
  readonly count: (what: string) => void;
  model: Model;
  places: Pair<Place>;
  /** The table is final; a game that was over by then is not in the rows any more. */
  frozen: boolean;
  scored: boolean;
}

export interface Moment {
  readonly atMs: number;
  readonly nowMs: number;
}

const WORDS = { burst: 20, everyMs: 1_000 };
const READY_AFTER_MS = 1_000;
const PLAYERS = playersOf(2);

/** Two players just paired under these terms; everybody plays from a copy of this. */
async function pair(terms: Terms): Promise<readonly Entity[]> {
  const { durationMs, limitMs, incrementMs, ...policy } = terms;
  const stage = createStage();
  const { ports, store, clock } = stage;
  const created = await createArena(ports, 'organiser', {
    ...PLAIN,
    ...{
      name: 'Sunday',
      game: 'oware',
      preset: 'oware-shield',
      policy,
      playersMax: 100,
      rated: false,
    },
    ...{ clock: { limitMs, incrementMs }, durationMs, startsAtMs: clock.nowMs + READY_AFTER_MS },
  });
  assert.ok(created.ok, 'an arena is created');
  const arena = created.value.id;
  for (const player of PLAYERS) {
    const profile = { name: 'somebody', rating: 1_500, createdAtMs: START_MS };
    const entity = { type: 'profile', guest: false, player, version: 0, ...profile } as const;
    await store.commit([{ op: 'create', entity }]);
    const line = { connection: lineOf(player), connectedAtMs: START_MS };
    const caller = { player, ...line, atMs: clock.nowMs, nowMs: clock.nowMs };
    await visitLobby(ports, caller, { t: 'enter', arena });
    await visitLobby(ports, caller, { t: 'lobby', arena, after: null });
  }
  clock.nowMs += READY_AFTER_MS;
  await runArena(ports, arena);
  await pairArena(ports, arena);
  return store.all();
}

const paired = new Map<Terms, readonly Entity[]>();

export async function newWorld(terms: Terms, count: World['count']): Promise<World> {
  const entities = paired.get(terms) ?? (await pair(terms));
  paired.set(terms, entities);
  const game = entities.find((entity) => entity.type === 'game') as LiveGame;
  const stage = createStage({ entities, nowMs: game.startedAtMs });
  const placeOf = (player: PlayerId): Place => {
    const line = { connection: lineOf(player), connectedAtMs: START_MS };
    // Entering and being ready were two words before the start, of which one stored his row.
    const row = entities.find((entity) => entity.type === 'row' && entity.player === player);
    assert.ok(row?.type === 'row');
    const words = { owedMs: Math.max(0, row.paidOffAtMs - START_MS), sinceMs: START_MS };
    return { row: line, seat: line, words };
  };
  return {
    ...{ stage, start: game, count, frozen: false, scored: false },
    model: newModel(terms, game.startedAtMs, game.endsAtMs),
    places: {
      first: placeOf(game.seats.first.player),
      second: placeOf(game.seats.second.player),
    },
  };
}

type Told = { readonly to: ConnectionId; readonly message: object };

/** One message arrives: the backend's answer, its pushes and what it stores are the model's. */
export async function serve(world: World, packet: Packet, moment: Moment): Promise<ServerMessage> {
  const { stage, start } = world;
  const player = start.seats[packet.side].player;
  const caller: Caller = { player, ...packet.line, ...moment };
  const { message } = packet;
  const wanted =
    message.t === 'hello'
      ? greet(world, packet, moment)
      : command(world, packet.side, message, moment);
  stage.clock.nowMs = moment.nowMs;
  const heard = stage.told.length;
  const answer =
    message.t === 'hello'
      ? await visitLobby(stage.ports, caller, { ...HELLO, arena: start.arena, game: start.id })
      : await play(stage.ports, caller, { ...message, game: start.id });
  const shown = answer.t === 'state' ? ofTheGame(answer) : answer;
  assert.deepEqual(shown, wanted.answer, `the answer to ${JSON.stringify(message)}`);
  await compare(world, heard, wanted.told);
  return answer;
}

const HELLO = { t: 'hello', v: 1 } as const;

/** What a state says about the game; the model knows no more than that. */
const ofTheGame = ({ t, nowMs, game, ended }: Extract<ServerMessage, { readonly t: 'state' }>) => ({
  ...{ t, nowMs, game, ended },
});

function command(world: World, side: Side, said: Said, moment: Moment) {
  const reply = say(world.model, side, said, moment);
  if (reply.kind === 'no') {
    world.count(`${said.t} refused`);
    world.count(reply.code);
    return { answer: { t: 'refused', code: reply.code, ...reply.more }, told: [] };
  }
  world.count(`${said.t} ${reply.kind === 'new' ? 'accepted' : 'known already'}`);
  world.model = reply.model;
  const answer = { ...reply.event, ...newsOf(world) };
  const to = world.places[otherSide(side)].seat.connection;
  return { answer, told: reply.kind === 'new' ? [{ to, message: answer }] : [] };
}

const BYE = { t: 'bye', code: 'superseded' };

/** `hello`: the newest line of a player is his, and hears the game; an older one is told so. */
function greet(world: World, { side, line }: Packet, { atMs, nowMs }: Moment) {
  const place = world.places[side];
  const isOther = place.row.connection !== line.connection;
  if (isOther && place.row.connectedAtMs > line.connectedAtMs) {
    world.count('hello refused');
    return { answer: BYE, told: [] };
  }
  const spent = spend(place.words, nowMs, WORDS);
  if (isOther && spent.kind === 'full') {
    world.count('hello refused');
    return { answer: { t: 'refused', code: 'slowDown', retryInMs: spent.retryInMs }, told: [] };
  }
  world.count('hello accepted');
  const told: Told[] = [];
  if (isOther) told.push({ to: place.row.connection, message: BYE });
  const words = isOther && spent.kind === 'ok' ? spent.bucket : place.words;
  const { model } = world;
  const follows = !world.scored && model.end === null;
  const seat = follows && place.seat.connectedAtMs <= line.connectedAtMs ? line : place.seat;
  world.places = withSide(world.places, side, { row: line, seat, words });
  if (follows && isAsked(model, side) && atMs <= deadlineMs(model)) {
    world.count('hello answers a claim');
    world.model = noticed(model, side, atMs);
    const to = world.places[otherSide(side)].seat.connection;
    told.push({ to, message: { t: 'stillHere', by: side, ...newsOf(world) } });
  }
  const view = viewOf(world);
  const [game, ended] = world.scored ? [null, view] : [view, null];
  return { answer: { t: 'state', nowMs, game, ended }, told };
}

/** The clock queue or the keeper of the arena looks. */
export async function watch(world: World, who: 'clock' | 'keeper', nowMs: number): Promise<void> {
  const { stage, start } = world;
  const before = world.model.end;
  if (who === 'clock') world.model = look(world.model, nowMs);
  else if (nowMs >= start.endsAtMs && !world.frozen) freeze(world, nowMs);
  const message = { t: 'ended', ...newsOf(world) };
  const told = SIDES.map((side) => ({ to: world.places[side].seat.connection, message }));
  stage.clock.nowMs = nowMs;
  const heard = stage.told.length;
  if (who === 'clock') await watchGame(stage.ports, start.id);
  else await runArena(stage.ports, start.arena);
  const hasEnded = before === null && world.model.end !== null;
  await compare(world, heard, hasEnded ? told : []);
}

/** Two seconds for late writes, three for a function that writes, two for its clock. */
export const FREEZE_GRACE_MS = 7_000;

function freeze(world: World, nowMs: number): void {
  const graceOver = nowMs >= world.start.endsAtMs + FREEZE_GRACE_MS;
  world.model = closeTable(world.model, nowMs, graceOver);
  world.scored ||= world.model.end !== null;
  world.frozen = graceOver;
  if (graceOver) world.count(world.model.fenced ? 'frozen with a fence' : 'frozen');
}

/** Everything a player can see of the stored game, and everything told since, is the model's. */
async function compare(world: World, heard: number, wanted: readonly Told[]): Promise<void> {
  const { stage, start, places } = world;
  const game = await gameOf(stage, start.id);
  assert.deepEqual(viewGame(game), viewOf(world), 'the stored game is that of the model');
  for (const side of SIDES) {
    const { connection, connectedAtMs } = game.seats[side];
    assert.deepEqual({ connection, connectedAtMs }, places[side].seat, 'the seat is on his line');
  }
  const told = stage.told
    .slice(heard)
    .filter(({ message }) => message.t === 'bye' || 'clock' in message);
  assert.deepEqual(told, wanted, 'the pushes are those of the model');
}

const newsOf = ({ model, start }: World) => ({
  game: start.id,
  ply: model.turns.length,
  clock: clockOf(model),
  end: endOf(model),
});

const clockOf = (model: Model) => ({
  remainingMs: { first: remainingMs(model, 'first'), second: remainingMs(model, 'second') },
  lastAtMs: lastAtMs(model),
  deadlineMs: deadlineMs(model),
});

function endOf({ end }: Model) {
  if (end === null) return null;
  const { winner, ending, endedAtMs } = end;
  return { winner, ending, endedAtMs, ratings: null };
}

/** The whole game; what never changes is taken from its start. */
export const viewOf = ({ model, start }: World) => ({
  ...viewGame(start),
  berserk: model.berserk,
  ply: model.turns.length,
  moves: model.turns.map(({ house }) => house).join(' '),
  clock: clockOf(model),
  offer: model.end === null ? model.offer : null,
  claimedBy: model.end === null ? (model.asking?.by ?? null) : null,
  end: endOf(model),
});
