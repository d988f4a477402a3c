import * as v from 'valibot';
import { type Blueprint, ignored } from './blueprint.ts';
import type { Right } from './plan.ts';

const oneOrMore = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform((given) => [given].flat()),
);

const Statement = v.strictObject({
  Effect: v.literal('Allow'),
  Action: oneOrMore,
  Resource: oneOrMore,
  // The only one is who a role may be passed to, and only the scheduler is passed one here. Any
  // other would have to be played: the template is refused.
  Condition: v.optional(
    v.strictObject({
      StringEquals: v.strictObject({
        'iam:PassedToService': v.literal('scheduler.amazonaws.com'),
      }),
    }),
  ),
});

const Document = v.strictObject({ Version: ignored, Statement: v.array(Statement) });

const RoleProperties = v.object({
  Policies: v.optional(
    v.array(v.strictObject({ PolicyName: ignored, PolicyDocument: Document })),
    [],
  ),
});

const PolicyProperties = v.strictObject({
  PolicyName: ignored,
  PolicyDocument: Document,
  Roles: v.array(v.string()),
});

/** What each role may do, by its ARN; `arnOf` gives that of a role's logical id. */
export function readRights(
  blueprint: Blueprint,
  arnOf: (roleId: string) => string,
): ReadonlyMap<string, readonly Right[]> {
  const attached = blueprint.parts('AWS::IAM::Policy', PolicyProperties);
  const roles = blueprint.parts('AWS::IAM::Role', RoleProperties).map(({ id, properties }) => {
    const own = properties.Policies.map(({ PolicyDocument }) => PolicyDocument);
    const more = attached.filter((policy) => policy.properties.Roles.includes(id));
    const documents = [...own, ...more.map((policy) => policy.properties.PolicyDocument)];
    return [arnOf(id), documents.flatMap(rightsOf)] as const;
  });
  return new Map(roles);
}

const rightsOf = (document: v.InferOutput<typeof Document>): Right[] =>
  document.Statement.map(({ Action, Resource }) => ({ actions: Action, resources: Resource }));
