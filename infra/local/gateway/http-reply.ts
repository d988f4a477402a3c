import * as v from 'valibot';
import type { Outcome } from '../lambda/lambda-runtime.ts';
import { jsonAnswer, type WireAnswer } from '../wire.ts';

const Scalar = v.union([v.string(), v.number(), v.boolean()]);

const Reply = v.looseObject({
  statusCode: v.pipe(v.number(), v.integer(), v.minValue(200), v.maxValue(599)),
  headers: v.optional(v.record(v.string(), Scalar), {}),
  cookies: v.optional(v.array(v.string()), []),
  body: v.optional(v.string(), ''),
  isBase64Encoded: v.optional(v.boolean(), false),
});

/** What the gateway says by itself. */
export const gatewayReply = (
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): WireAnswer => {
  const answer = jsonAnswer({ message }, status);
  return { ...answer, headers: { ...answer.headers, ...headers } };
};

/** A function that crashes or answers with something that is no reply: an error of the server. */
export function httpReply(outcome: Outcome): WireAnswer {
  const reply = outcome.ok ? readReply(outcome.value) : null;
  if (reply === null) return gatewayReply(500, 'Internal Server Error');
  const headers = Object.entries(reply.headers).map(([name, value]) => [
    name.toLowerCase(),
    String(value),
  ]);
  return {
    status: reply.statusCode,
    headers: {
      'content-type': 'text/plain;charset=UTF-8',
      ...Object.fromEntries(headers),
      ...(reply.cookies.length > 0 && { 'set-cookie': reply.cookies }),
    },
    body: Buffer.from(reply.body, reply.isBase64Encoded ? 'base64' : 'utf8'),
  };
}

/** Format 2.0 takes an answer without a status as the JSON body of a success. */
function readReply(answer: unknown): v.InferOutput<typeof Reply> | null {
  const hasStatus = typeof answer === 'object' && answer !== null && 'statusCode' in answer;
  if (!hasStatus) return inferredReply(answer);
  const result = v.safeParse(Reply, answer);
  return result.success ? result.output : null;
}

const inferredReply = (answer: unknown): v.InferOutput<typeof Reply> => ({
  statusCode: 200,
  headers: { 'content-type': 'application/json' },
  cookies: [],
  body: typeof answer === 'string' ? answer : JSON.stringify(answer),
  isBase64Encoded: false,
});
