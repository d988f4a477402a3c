import * as v from 'valibot';
import { err, ok, type Result } from '../../../shared/core/result.ts';
import type { LambdaRuntime, Outcome } from '../lambda/lambda-runtime.ts';
import type { SocketAuthorizerPlan } from '../template/plan.ts';
import { ACCOUNT_ID, REGION } from '../template/resources.ts';
import type { Handshake } from './connection.ts';
import { handshakeFields, type SocketContext } from './socket-event.ts';

/** The context of an allowed connection, or the status of the refusal. */
export type Authorization = Result<Readonly<Record<string, string>>, 401 | 403 | 500>;

const CONTEXT_MAX_BYTES = 8192;

const Statement = v.looseObject({
  Effect: v.picklist(['Allow', 'Deny']),
  Resource: v.union([v.string(), v.array(v.string())]),
});

const Answer = v.looseObject({
  principalId: v.string(),
  policyDocument: v.looseObject({ Statement: v.array(Statement) }),
  // Nested values are refused by AWS.
  context: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])), {}),
});

/** Asks the REQUEST authorizer of `$connect`, unless an identity source is missing. */
export async function authorize(
  plan: SocketAuthorizerPlan,
  lambdas: LambdaRuntime,
  { handshake, context }: { readonly handshake: Handshake; readonly context: SocketContext },
): Promise<Authorization> {
  if (plan.identity.some(({ from, name }) => !sourceOf(handshake, from)[name])) return err(401);
  const scope = `${REGION}:${ACCOUNT_ID}:${context.apiId}/${context.stage}`;
  const methodArn = `arn:aws:execute-api:${scope}/$connect`;
  const outcome = await lambdas.invoke(plan.functionName, {
    type: 'REQUEST',
    methodArn,
    ...handshakeFields(handshake),
    requestContext: context,
  });
  return judge(outcome, methodArn);
}

const sourceOf = (handshake: Handshake, from: 'querystring' | 'header') =>
  from === 'querystring' ? handshake.query : handshake.headers;

function judge(outcome: Outcome, methodArn: string): Authorization {
  // The one error message that has a meaning of its own.
  if (!outcome.ok) return err(outcome.error.errorMessage === 'Unauthorized' ? 401 : 500);
  if (isPlainRefusal(outcome.value)) return err(403);
  const answer = v.safeParse(Answer, outcome.value);
  if (!answer.success) return err(500);
  if (Buffer.byteLength(JSON.stringify(outcome.value)) > CONTEXT_MAX_BYTES) return err(500);
  const { principalId, policyDocument, context } = answer.output;
  if (!allows(policyDocument.Statement, methodArn)) return err(403);
  const texts = Object.entries(context).map(([key, value]) => [key, String(value)]);
  return ok({ principalId, ...Object.fromEntries(texts) });
}

const isPlainRefusal = (answer: unknown): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  'isAuthorized' in answer &&
  answer.isAuthorized === false;

function allows(
  statements: readonly v.InferOutput<typeof Statement>[],
  methodArn: string,
): boolean {
  const applying = statements.filter(({ Resource }) =>
    [Resource].flat().some((pattern) => matchesArn(pattern, methodArn)),
  );
  return applying.length > 0 && applying.every(({ Effect }) => Effect === 'Allow');
}

function matchesArn(pattern: string, arn: string): boolean {
  const parts = pattern.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(arn);
}
