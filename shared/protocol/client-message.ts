import * as v from 'valibot';
import { type ArenaId, type GameId, parseId } from '../core/ids.ts';
import { type Refusal, refuse } from '../core/refusal.ts';
import { err, ok, type Result } from '../core/result.ts';
import { PLIES_MAX } from '../game/game.ts';

/** Larger messages are refused; the gateway itself closes a connection beyond 32 KB. */
export const MESSAGE_BYTES_MAX = 20_000;
export const PROTOCOL_VERSION = 1;
/** Whoever speaks an older one is sent away for a newer client. */
const PROTOCOL_VERSION_MIN = 1;
const TEXT_CHARACTERS_MAX = 64;
/** No arena has a longer one. */
const PASSWORD_CHARACTERS_MAX = 72;

const gameId = v.custom<GameId>((id) => parseId(id) !== null, 'the id of a game');
const arenaId = v.custom<ArenaId>((id) => parseId(id) !== null, 'the id of an arena');
const integer = `an integer from 0 to ${PLIES_MAX}`;
const ply = v.pipe(
  v.number(integer),
  v.integer(integer),
  v.minValue(0, integer),
  v.maxValue(PLIES_MAX, integer),
);
const textOf = (charactersMax: number) => {
  const characters = `1 to ${charactersMax} characters`;
  return v.pipe(
    v.string(characters),
    v.minLength(1, characters),
    v.maxLength(charactersMax, characters),
  );
};
const text = textOf(TEXT_CHARACTERS_MAX);
/** Chosen by the client and echoed in the answer, so that answers differ from pushes. */
const cid = v.optional(text);
const password = v.optional(textOf(PASSWORD_CHARACTERS_MAX));

const arenaSchemas = {
  /** First message of a connection: "here I am", answered with the whole state. */
  hello: v.object({
    t: v.literal('hello'),
    cid,
    v: v.literal(PROTOCOL_VERSION, `protocol version ${PROTOCOL_VERSION}`),
    arena: arenaId,
    game: v.optional(v.nullable(gameId)),
    ply: v.optional(ply),
  }),
  /** Take a seat in the arena, leaving any other one. */
  enter: v.object({ t: v.literal('enter'), cid, arena: arenaId, password }),
  /** Give the seat up; without a game so far as if he had never been there. */
  leave: v.object({ t: v.literal('leave'), cid, arena: arenaId }),
  /** Ready for a game; `after` is the game just played, null before the first one. */
  lobby: v.object({ t: v.literal('lobby'), cid, arena: arenaId, after: v.nullable(gameId) }),
  pause: v.object({ t: v.literal('pause'), cid, arena: arenaId }),
  resume: v.object({ t: v.literal('resume'), cid, arena: arenaId }),
};

const gameSchemas = {
  /** `ply` is the number of turns played before this one. */
  move: v.object({ t: v.literal('move'), cid, game: gameId, ply, move: text }),
  resign: v.object({ t: v.literal('resign'), cid, game: gameId }),
  berserk: v.object({ t: v.literal('berserk'), cid, game: gameId }),
  offerDraw: v.object({ t: v.literal('offerDraw'), cid, game: gameId, ply }),
  acceptDraw: v.object({ t: v.literal('acceptDraw'), cid, game: gameId }),
  declineDraw: v.object({ t: v.literal('declineDraw'), cid, game: gameId }),
  /** The position came for the third time: a draw, where the rules leave that to the players. */
  claimDraw: v.object({ t: v.literal('claimDraw'), cid, game: gameId }),
  claimFlag: v.object({ t: v.literal('claimFlag'), cid, game: gameId }),
  /** The opponent, whose turn it is, seems to have left: ask him. */
  claimAbandoned: v.object({ t: v.literal('claimAbandoned'), cid, game: gameId }),
  /** The answer to `areYouThere`. */
  here: v.object({ t: v.literal('here'), cid, game: gameId }),
};

/** Of every message, by its type; the documents of the protocol are made of these. */
export const schemas = { ...arenaSchemas, ...gameSchemas };
type Schemas = typeof schemas;

export type ArenaMessage = v.InferOutput<(typeof arenaSchemas)[keyof typeof arenaSchemas]>;
export type GameMessage = v.InferOutput<(typeof gameSchemas)[keyof typeof gameSchemas]>;
export type ClientMessage = ArenaMessage | GameMessage;

export const isGameMessage = (message: ClientMessage): message is GameMessage =>
  message.t in gameSchemas;

/** A `hello` of a version that is not spoken any more, whatever else may be in it. */
const outdated = v.object({
  t: v.literal('hello'),
  v: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(PROTOCOL_VERSION_MIN - 1)),
});

/**
 * The one door for what clients send; never throws. `outdated`: a client too old to be understood.
 * Refusals: tooLarge, malformed (not JSON, not an object), unknownType, invalid (`field` and
 * `expected` say which part and what was wanted).
 */
export function parseClientMessage(
  body: string | undefined,
): Result<ClientMessage, Refusal | 'outdated'> {
  if (body === undefined || body === '') return err(refuse('malformed', expectedJson));
  if (new TextEncoder().encode(body).length > MESSAGE_BYTES_MAX) {
    return err(refuse('tooLarge', { expected: `at most ${MESSAGE_BYTES_MAX} bytes` }));
  }
  const json = parseJson(body);
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    return err(refuse('malformed', expectedJson));
  if (v.is(outdated, json)) return err('outdated');
  const schema = schemaOf((json as { t?: unknown }).t);
  if (schema === null) {
    return err(
      refuse('unknownType', { field: 't', expected: `one of ${Object.keys(schemas).join(', ')}` }),
    );
  }
  return checked(schema, json);
}

const expectedJson = { expected: 'a JSON object' };

/** Any value against a schema, as a refusal that names the field and the expectation. */
export function checked<S extends v.GenericSchema>(
  schema: S,
  value: unknown,
): Result<v.InferOutput<S>, Refusal> {
  const parsed = v.safeParse(schema, value, { abortEarly: true });
  if (parsed.success) return ok(parsed.output);
  const [issue] = parsed.issues;
  // A field may be a name that the client made up: it gets back no more than a hint of it.
  const field = v.getDotPath(issue)?.slice(0, TEXT_CHARACTERS_MAX) ?? null;
  const expected = expectationOf(issue);
  return err(refuse('invalid', { ...(field !== null && { field }), expected }));
}

/** The library speaks of keys where one is missing or unknown; a client knows fields. */
function expectationOf(issue: v.BaseIssue<unknown>): string {
  if (issue.type !== 'object' && issue.type !== 'strict_object') return issue.message;
  if (issue.path === undefined) return 'a JSON object';
  return issue.expected === 'never' ? 'no such field' : 'to be present';
}

function schemaOf(t: unknown): Schemas[keyof Schemas] | null {
  return typeof t === 'string' && Object.hasOwn(schemas, t) ? schemas[t as keyof Schemas] : null;
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
