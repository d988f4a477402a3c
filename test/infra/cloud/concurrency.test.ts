import { describe, expect, it } from 'vitest';
import { RESERVED, UNRESERVED } from '../../../infra/cloud/concurrency.ts';
import { exampleStack, only, type Properties, readable } from './example-stack.ts';

const reservedIn = (event: boolean) =>
  new Map(
    exampleStack({ event })
      .resources('AWS::Lambda::Function')
      .map(([, found]) => [shortName(found), found.ReservedConcurrentExecutions]),
  );

const shortName = ({ FunctionName }: Properties) =>
  String(FunctionName).replace('shield-arena-dev-', '');

describe('concurrency', () => {
  it('is shared by all functions when no event is on: an empty account may run ten', () => {
    expect(new Set(reservedIn(false).values())).toEqual(new Set([undefined]));
  });

  it('is reserved for every function during an event', () => {
    expect(Object.fromEntries(reservedIn(true))).toEqual(RESERVED);
  });

  it('leaves 100 of 1,000 to others, as Lambda demands', () => {
    const shares = [...reservedIn(true).values()].map(Number);

    const sum = shares.reduce((a, b) => a + b, 0);
    expect(sum).toBeGreaterThan(500);
    expect(sum).toBeLessThanOrEqual(1_000 - UNRESERVED);
    expect(UNRESERVED).toBe(100);
  });

  it('rings when four fifths of a share are in use, during an event alone', () => {
    const sharesOf = (event: boolean) =>
      exampleStack({ event })
        .resources('AWS::CloudWatch::Alarm')
        .filter(([, { AlarmName }]) => String(AlarmName).endsWith('-share'))
        .map(([, { Dimensions, MetricName, Threshold }]) => {
          const [{ Value }] = Dimensions as readonly [{ readonly Value: string }];
          return [Value.replace('shield-arena-dev-', ''), MetricName, Threshold];
        });

    expect(sharesOf(false)).toEqual([]);
    expect(sharesOf(true)).toEqual(
      Object.entries(RESERVED).map(([name, share]) => [name, 'ConcurrentExecutions', 0.8 * share]),
    );
  });

  it('has room for the moves of 10,000 players in games of 3 minutes, twice over', () => {
    const movesPerSecond = (10_000 / 2 / 180) * 70;
    const secondsEach = 0.02;

    expect(RESERVED.move).toBeGreaterThan(2 * movesPerSecond * secondsEach);
  });

  // A batch that finds no environment goes back to its queue and has used up one of its tries.
  it.each(['clock', 'announce'] as const)('of %s is never less than its queue takes', (name) => {
    const mapping = only(
      exampleStack({ event: true })
        .resources('AWS::Lambda::EventSourceMapping')
        .map(([, found]) => found),
      ({ FunctionName }) => readable(FunctionName) === `{Functions${name}}`,
    );

    const { MaximumConcurrency } = mapping.ScalingConfig as { MaximumConcurrency: number };
    expect(MaximumConcurrency).toBeGreaterThanOrEqual(10);
    expect(MaximumConcurrency).toBeLessThanOrEqual(RESERVED[name]);
  });
});
