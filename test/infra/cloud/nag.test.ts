import type { App } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import {
  ACKNOWLEDGEMENTS,
  type Acknowledgement,
  acknowledge,
  subjectOf,
} from '../../../infra/cloud/acknowledgements.ts';
import type { StageStacks } from '../../../infra/cloud/stages.ts';
import { type Context, DOMAIN, withApp } from './example-stages.ts';

/** Both stages as they come, and one with every choice that makes other resources. */
const CONTEXTS: readonly Context[] = [
  {},
  {
    stage: 'prod',
    ...DOMAIN,
    manageApiGatewayAccount: true,
    event: true,
    alarmMail: 'ops@example.org',
  },
];

/** Of the acknowledgements, by what they are about: with more of them, nobody reads any. */
const KINDS_MAX = 13;

/** Everything that is found and not acknowledged. */
const check = (app: App): string[] =>
  new AwsSolutionsChecks()
    .validateScope(app)
    .violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
    );

const acknowledgeAll = (
  stages: readonly StageStacks[],
  acknowledgements?: readonly Acknowledgement[],
): void => {
  for (const stage of stages) acknowledge(stage, acknowledgements);
};

describe('the checks', () => {
  it.each(CONTEXTS)('find nothing without a reason in %o', (context) => {
    const found = withApp(context, (app, stages) => {
      acknowledgeAll(stages);
      return check(app);
    });

    expect(found).toEqual([]);
  });

  it('find what is wrong when something is, in both stacks', () => {
    const found = withApp({}, (app, stages) => {
      const [dev] = stages;
      if (dev === undefined) throw new Error('no stage');
      new Queue(dev.arena, 'Planted');
      new Bucket(dev.edge, 'Planted');
      acknowledgeAll(stages);
      return check(app);
    });

    expect(found).toContain('AwsSolutions-SQS4 ShieldArena-dev/Planted/Resource');
    expect(found).toContain('AwsSolutions-S10 ShieldArena-dev-edge/Planted/Resource');
    for (const finding of found) expect(finding).toContain('/Planted/');
  });

  it('find it again when its reason is taken away', () => {
    const found = withApp({}, (app, stages) => {
      acknowledgeAll(
        stages,
        ACKNOWLEDGEMENTS.filter(({ id }) => id !== 'AwsSolutions-COG2'),
      );
      return check(app);
    });

    expect(found).toEqual([
      'AwsSolutions-COG2 ShieldArena-dev/Identity/Users/Resource',
      'AwsSolutions-COG2 ShieldArena-prod/Identity/Users/Resource',
    ]);
  });
});

describe('acknowledgements', () => {
  it('are each needed, and no two for one finding', () => {
    const needed = new Set<Acknowledgement>();
    for (const context of CONTEXTS) {
      const { found, about } = withApp(context, (app, stages) => ({
        found: check(app),
        about: ACKNOWLEDGEMENTS.map((one) => [one, findingsOf(one, stages)] as const),
      }));
      expect(found.length).toBeGreaterThan(50);
      for (const finding of found) {
        const [one, ...others] = about.filter(([, findings]) => findings.includes(finding));
        expect(others, `${finding} has two reasons`).toEqual([]);
        if (one !== undefined) needed.add(one[0]);
      }
    }

    expect(ACKNOWLEDGEMENTS.filter((one) => !needed.has(one))).toEqual([]);
  });

  it('leave alone what a rule has nothing against', () => {
    const idle = CONTEXTS.flatMap((context) =>
      withApp(context, (app, stages) => {
        const found = check(app);
        return ACKNOWLEDGEMENTS.flatMap((one) => findingsOf(one, stages)).filter(
          (finding) => !found.includes(finding) && !MAY_BE_IDLE.test(finding),
        );
      }),
    );

    expect(idle).toEqual([]);
  });

  it('are of few kinds, and each says why', () => {
    const kinds = new Set(ACKNOWLEDGEMENTS.map(({ id }) => id));

    expect(kinds.size).toBeLessThanOrEqual(KINDS_MAX);
    for (const { reason } of ACKNOWLEDGEMENTS) expect(reason).toMatch(/.{20,}\.$/s);
  });
});

/** Not found where a choice has mended it: a domain, the logging role. */
const MAY_BE_IDLE = /^AwsSolutions-(CFR4|APIG1) /;

/** As they would be reported. */
const findingsOf = (one: Acknowledgement, stages: readonly StageStacks[]): string[] =>
  stages.flatMap((stage) => {
    const { id, resources } = subjectOf(one, stage);
    return resources.map(({ node }) => `${id} ${node.path}`);
  });
