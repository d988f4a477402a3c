import { describe, expect, it } from 'vitest';
import { exampleStack, only, type Properties, readable } from './example-stack.ts';

const stack = exampleStack();
const MINUTE_S = 60;

const of = (type: string) => stack.resources(type).map(([, found]) => found);
const timeoutS = (name: string) =>
  Number(
    only(of('AWS::Lambda::Function'), ({ FunctionName }) => String(FunctionName).endsWith(name))
      .Timeout,
  );
const named = (name: string) => `{Functions${name}}`;

describe('what is invoked later', () => {
  const configs = of('AWS::Lambda::EventInvokeConfig');
  const configOf = (name: string) =>
    only(configs, ({ FunctionName }) => readable(FunctionName) === named(name));

  it.each([
    { name: 'lifecycle', retries: 2, ageS: 60 * MINUTE_S },
    { name: 'sweep', retries: 0, ageS: MINUTE_S },
    { name: 'series', retries: 0, ageS: 5 * MINUTE_S },
  ])('$name is tried $retries times more, within $ageS s', ({ name, retries, ageS }) => {
    expect(configOf(name)).toMatchObject({
      Qualifier: '$LATEST',
      MaximumRetryAttempts: retries,
      MaximumEventAgeInSeconds: ageS,
    });
  });

  it('is these three: the defaults of Lambda are for nobody', () => {
    const rules = of('AWS::Events::Rule').flatMap(
      ({ Targets }) => Targets as readonly Properties[],
    );
    const byRules = rules.map(({ Arn }) => readable(Arn).replace('.Arn}', '}'));
    const byOthers = [named('lifecycle')];

    expect(configs.map(({ FunctionName }) => readable(FunctionName)).sort()).toEqual(
      [...byRules, ...byOthers].sort(),
    );
  });
});

describe('a rule', () => {
  it.each([
    { name: 'sweep', everyS: MINUTE_S },
    { name: 'series', everyS: 5 * MINUTE_S },
  ])('does not repeat $name: the next run is due within $everyS s', ({ name, everyS }) => {
    const targets = of('AWS::Events::Rule').flatMap(
      ({ Targets }) => Targets as readonly Properties[],
    );
    const target = only(targets, ({ Arn }) => readable(Arn) === `{Functions${name}.Arn}`);
    expect(target.RetryPolicy).toEqual({
      MaximumRetryAttempts: 0,
      MaximumEventAgeInSeconds: everyS,
    });
  });
});

describe('a queue', () => {
  it.each(['clock', 'announce'])('hides a message of %s for six of its timeouts', (name) => {
    const id = `{Queues${name.charAt(0).toUpperCase()}${name.slice(1)}}`;
    const [, queue] = only(
      stack.resources('AWS::SQS::Queue'),
      ([found]) => readable({ Ref: found }) === id,
    );
    expect(queue.VisibilityTimeout).toBe(6 * timeoutS(name));
  });
});

describe('a stream', () => {
  // Ten tries of a function that runs into its timeout are over long before the record is too old.
  it.each(['score', 'arm', 'pair', 'standings'])('gives %s time for every try', (name) => {
    const mapping = only(
      of('AWS::Lambda::EventSourceMapping'),
      ({ FunctionName }) => readable(FunctionName) === named(name),
    );
    const { MaximumRetryAttempts: retries, MaximumRecordAgeInSeconds: ageS } = mapping;
    expect((Number(retries) + 1) * timeoutS(name)).toBeLessThan(Number(ageS));
  });
});

describe('a start or end of an arena', () => {
  it('has a minute, which a schedule leaves twice before the instant', () => {
    const leadS = 2 * MINUTE_S;
    expect(2 * timeoutS('lifecycle')).toBeLessThanOrEqual(leadS);
  });

  it('that nobody could begin lies in the queue of the schedules', () => {
    const http = only(
      of('AWS::Lambda::Function'),
      ({ FunctionName }) => FunctionName === 'shield-arena-dev-http',
    );
    const { Variables } = http.Environment as { readonly Variables: Properties };
    expect(readable(Variables.SCHEDULE_DLQ_ARN)).toBe('{QueuesScheduleFailures.Arn}');
  });
});
