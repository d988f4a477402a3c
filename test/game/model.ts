import type { RefusalCode } from '../../shared/core/refusal.ts';
import { OWARE_START, type OwarePosition, oware } from '../../shared/rules/oware.ts';
import { otherSide, type Side, sideAt } from '../../shared/rules/rules.ts';
import {
  askMsOf,
  type Bucket,
  berserkMsOf,
  countdownMsOf,
  initialMsOf,
  type Pair,
  spend,
  type Terms,
  withSide,
} from './model-terms.ts';

/**
 * One game as the rules tell it, written from them and not from `shared/game`: turns and their
 * instants; what the clocks show is added up from the start every time somebody looks.
 */
export interface Model {
  readonly terms: Terms;
  readonly startedAtMs: number;
  readonly endsAtMs: number;
  readonly position: OwarePosition;
  readonly turns: readonly { readonly house: string; readonly atMs: number }[];
  readonly berserk: Pair<boolean>;
  readonly offer: Side | null;
  readonly offeredAt: Pair<number | null>;
  /** Who has the other one asked whether he is there, and until when. */
  readonly asking: { readonly by: Side; readonly untilMs: number } | null;
  readonly quietUntilMs: number;
  /** The table of the arena is closed to whatever ends from now on. */
  readonly fenced: boolean;
  readonly end: End | null;
  readonly buckets: Pair<Bucket>;
}

export interface End {
  readonly winner: Side | null;
  readonly ending: string;
  readonly endedAtMs: number;
  /** Who agreed to the draw that the other one had offered. */
  readonly agreedBy?: Side;
}

/** A command without its game. */
export type Said =
  | { readonly t: 'move'; readonly ply: number; readonly move: string }
  | { readonly t: 'offerDraw'; readonly ply: number }
  | { readonly t: Exclude<Word, 'move' | 'offerDraw'> };

export const WORDS = [
  ...(['move', 'resign', 'berserk', 'offerDraw', 'acceptDraw', 'declineDraw'] as const),
  ...(['claimFlag', 'claimAbandoned', 'here'] as const),
];
type Word = (typeof WORDS)[number];

interface Event {
  readonly t: string;
  readonly by?: Side;
  readonly move?: string;
}

/** What a command does: something new, nothing because it was known already, or a refusal. */
export type Reply =
  | { readonly kind: 'new' | 'known'; readonly model: Model; readonly event: Event }
  | { readonly kind: 'no'; readonly code: RefusalCode; readonly more: object };

const GRACE_MS = 1_000;
const LATE_MS = 2_000;
const COMMANDS = { burst: 30, everyMs: 200 };
const HALF_OF_THE_SEEDS = 24;

export const newModel = (terms: Terms, startedAtMs: number, endsAtMs: number): Model => ({
  ...{ terms, startedAtMs, endsAtMs, position: OWARE_START, turns: [], offer: null, end: null },
  berserk: { first: false, second: false },
  offeredAt: { first: null, second: null },
  ...{ asking: null, quietUntilMs: 0, fenced: false },
  buckets: { first: { owedMs: 0, sinceMs: 0 }, second: { owedMs: 0, sinceMs: 0 } },
});

const turnOf = ({ turns }: Model): Side => sideAt(turns.length);
export const lastAtMs = ({ turns, startedAtMs }: Model): number =>
  turns.at(-1)?.atMs ?? startedAtMs;

/** What a clock shows between two turns: given time less spent time; the first turn is free. */
export function remainingMs({ terms, berserk, turns, startedAtMs }: Model, side: Side): number {
  let ms = berserk[side] ? berserkMsOf(terms) : initialMsOf(terms);
  for (const [ply, { atMs }] of turns.entries()) {
    if (ply < 2 || sideAt(ply) !== side) continue;
    const tookMs = atMs - (turns[ply - 1]?.atMs ?? startedAtMs);
    ms -= Math.max(0, tookMs - terms.lagAllowanceMs);
    if (!berserk[side]) ms += terms.incrementMs;
  }
  return ms;
}

/** When the clock of the side to move runs out, or its countdown. */
function flagAtMs(model: Model): number {
  const countdownMs = model.turns.length < 2 ? countdownMsOf(model.terms) : null;
  const thinksMs = remainingMs(model, turnOf(model)) + model.terms.lagAllowanceMs;
  return lastAtMs(model) + (countdownMs ?? thinksMs);
}

export const deadlineMs = (model: Model): number =>
  model.asking === null ? flagAtMs(model) : Math.min(flagAtMs(model), model.asking.untilMs);

export const isAsked = ({ asking }: Model, side: Side): boolean =>
  asking !== null && asking.by !== side;

const endedBy = (model: Model, winner: Side | null, ending: string, atMs: number): Model => {
  const endedAtMs = model.fenced ? Math.max(atMs, model.endsAtMs + 1) : atMs;
  return { ...model, end: { winner, ending, endedAtMs } };
};

/** Somebody looks at the clock: the game is over once the grace after the deadline is. */
export function look(model: Model, nowMs: number): Model {
  const atMs = deadlineMs(model);
  if (model.end !== null || nowMs < atMs + GRACE_MS) return model;
  const loser = turnOf(model);
  const winner = otherSide(loser);
  if (atMs < flagAtMs(model)) return endedBy(model, winner, 'abandoned', atMs);
  if (model.turns.length < 2 && model.terms.firstMoveMs !== null)
    return endedBy(model, winner, 'noShow', atMs);
  const seeds = model.position.stores[loser === 'first' ? 0 : 1];
  return endedBy(model, seeds >= HALF_OF_THE_SEEDS ? null : winner, 'flag', atMs);
}

/** The arena's end as its keeper sees it; after the grace of 7 s what goes on is fenced. */
export function closeTable(model: Model, nowMs: number, graceOver: boolean): Model {
  const looked = deadlineMs(model) <= model.endsAtMs ? look(model, nowMs) : model;
  return graceOver && looked.end === null ? { ...looked, fenced: true } : looked;
}

/** Any sign of life of who is asked; he has peace for as long as he was given. */
export function noticed(model: Model, side: Side, atMs: number): Model {
  if (!isAsked(model, side)) return model;
  return { ...model, asking: null, quietUntilMs: atMs + (askMsOf(model.terms) ?? 0) };
}

/** A command of `side`: what it does, unless it is new and his bucket is full. */
export function say(
  model: Model,
  side: Side,
  said: Said,
  { atMs: saidAtMs, nowMs }: { readonly atMs: number; readonly nowMs: number },
): Reply {
  const atMs = Math.max(saidAtMs, lastAtMs(model));
  const reply = decide(model, side, said, atMs, nowMs);
  if (reply.kind !== 'new') return reply;
  const spent = spend(model.buckets[side], atMs, COMMANDS);
  if (spent.kind === 'full') return no('slowDown', { retryInMs: spent.retryInMs });
  const buckets = withSide(model.buckets, side, spent.bucket);
  return { ...reply, model: { ...reply.model, buckets } };
}

function decide(model: Model, side: Side, said: Said, atMs: number, nowMs: number): Reply {
  const event = known(model, side, said);
  if (event !== null) return { kind: 'known', model, event };
  if (model.end !== null) return no('gameOver');
  if (said.t === 'claimFlag' || atMs > deadlineMs(model)) {
    const ended = look(model, atMs);
    if (ended.end !== null) return yes(ended, { t: 'ended' });
    const retryInMs = deadlineMs(model) + GRACE_MS - atMs;
    return no(said.t === 'claimFlag' ? 'tooEarly' : 'outOfTime', { retryInMs });
  }
  const isLate = nowMs > model.endsAtMs + LATE_MS;
  const there = noticed({ ...model, fenced: model.fenced || isLate }, side, atMs);
  return act(there, side, said, atMs);
}

/** What was done already by this very command is not done again. */
function known(model: Model, side: Side, said: Said): Event | null {
  const { end, turns } = model;
  const mine = (t: string): Event => ({ t, by: side });
  switch (said.t) {
    case 'move': {
      const isMine = sideAt(said.ply) === side && turns[said.ply]?.house === said.move;
      return isMine ? { ...mine('moved'), move: said.move } : null;
    }
    case 'berserk':
      return model.berserk[side] ? mine('berserked') : null;
    case 'resign':
      return end?.ending === 'resign' && end.winner !== side ? { t: 'ended' } : null;
    case 'offerDraw':
      if (model.offeredAt[side] === said.ply) return mine('drawOffered');
      return end?.agreedBy === side ? { t: 'ended' } : null;
    case 'acceptDraw':
      return end?.agreedBy === side ? { t: 'ended' } : null;
    case 'declineDraw': {
      const wasOffered = model.offeredAt[otherSide(side)] !== null && model.offer === null;
      return end === null && wasOffered ? mine('drawDeclined') : null;
    }
    case 'claimFlag':
      return ['flag', 'noShow', 'abandoned'].includes(end?.ending ?? '') ? { t: 'ended' } : null;
    case 'claimAbandoned':
      if (end === null) return model.asking?.by === side ? mine('areYouThere') : null;
      return end.ending === 'abandoned' && end.winner === side ? { t: 'ended' } : null;
    case 'here':
      return end === null && !isAsked(model, side) ? mine('stillHere') : null;
  }
}

function act(model: Model, side: Side, said: Said, atMs: number): Reply {
  const opponent = otherSide(side);
  switch (said.t) {
    case 'move':
      return move(model, side, said, atMs);
    case 'berserk':
      return goBerserk(model, side, atMs);
    case 'resign':
      return yes(endedBy(model, opponent, 'resign', atMs), { t: 'ended' });
    case 'offerDraw':
      return model.offer === opponent ? agree(model, side, atMs) : offer(model, side, said.ply);
    case 'acceptDraw':
      return model.offer === opponent ? agree(model, side, atMs) : no('noOffer');
    case 'declineDraw':
      if (model.offer !== opponent) return no('noOffer');
      return yes({ ...model, offer: null }, { t: 'drawDeclined', by: side });
    case 'claimAbandoned':
      return ask(model, side, atMs);
    case 'here':
      return yes(model, { t: 'stillHere', by: side });
    case 'claimFlag':
      throw new Error('the clock has answered');
  }
}

function move(model: Model, side: Side, said: Said & { t: 'move' }, atMs: number): Reply {
  if (said.ply !== model.turns.length) return no('stalePly');
  if (turnOf(model) !== side) return no('notYourTurn');
  const next = oware.move(model.position, said.move);
  if (next === null) return no('illegalMove');
  const { outcome } = next.position;
  const moved: Model = {
    ...model,
    position: next.position,
    turns: [...model.turns, { house: said.move, atMs }],
    offer: model.offer === side ? side : null,
  };
  const event = { t: 'moved', by: side, move: said.move };
  if (outcome !== null) return yes(endedBy(moved, outcome.winner, outcome.ending, atMs), event);
  return yes(moved, event);
}

function goBerserk(model: Model, side: Side, atMs: number): Reply {
  const hasMoved = model.turns.some((_, ply) => sideAt(ply) === side);
  if (!model.terms.berserk || model.terms.limitMs === 0 || hasMoved) return no('berserkNotAllowed');
  const faster = { ...model, berserk: withSide(model.berserk, side, true) };
  if (flagAtMs(faster) < atMs) return no('berserkNotAllowed');
  return yes(faster, { t: 'berserked', by: side });
}

function offer(model: Model, side: Side, ply: number): Reply {
  if (ply !== model.turns.length) return no('stalePly');
  const last = model.offeredAt[side];
  const from = last === null ? 2 : last + 20;
  if (ply < from) return no('drawTooSoon', { expected: `ply ${from} or later` });
  const offeredAt = withSide(model.offeredAt, side, ply);
  return yes({ ...model, offer: side, offeredAt }, { t: 'drawOffered', by: side });
}

function agree(model: Model, side: Side, atMs: number): Reply {
  const over = endedBy(model, null, 'agreement', atMs);
  const end = over.end === null ? null : { ...over.end, agreedBy: side };
  return yes({ ...over, end }, { t: 'ended' });
}

function ask(model: Model, side: Side, atMs: number): Reply {
  const askMs = askMsOf(model.terms);
  if (askMs === null) return no('claimNotAllowed');
  if (turnOf(model) === side) return no('yourTurn');
  if (atMs < model.quietUntilMs) return no('tooEarly', { retryInMs: model.quietUntilMs - atMs });
  const asking = { by: side, untilMs: atMs + askMs };
  return yes({ ...model, asking }, { t: 'areYouThere', by: side });
}

const yes = (model: Model, event: Event): Reply => ({ kind: 'new', model, event });
const no = (code: RefusalCode, more: object = {}): Reply => ({ kind: 'no', code, more });
