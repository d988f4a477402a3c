import { describe, expect, it } from 'vitest';
import { exampleStages, ofType, type ReadTemplate } from './example-stages.ts';

const STAGES = exampleStages().map(({ stacks, arena }) => ({
  stage: stacks.stage,
  arena,
  production: stacks.stage === 'prod',
}));

describe.each(STAGES)('$stage', ({ arena, production }) => {
  it.each(['TablesGames', 'TablesArenas', 'TablesPlayers'])('%s is kept as it should be', (id) => {
    const table = resourceOf(arena, id);

    expect(table).toMatchObject({
      Type: 'AWS::DynamoDB::Table',
      DeletionPolicy: production ? 'Retain' : 'Delete',
      UpdateReplacePolicy: production ? 'Retain' : 'Delete',
      Properties: {
        DeletionProtectionEnabled: production,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      },
    });
  });

  it('tables are encrypted with the key of DynamoDB, which costs nothing', () => {
    const tables = ofType(arena, 'AWS::DynamoDB::Table');

    expect(tables).toHaveLength(3);
    for (const { SSESpecification } of tables) expect(SSESpecification).toBeUndefined();
  });

  it('queues are encrypted, and those of failures keep them for two weeks', () => {
    const queues = ofType(arena, 'AWS::SQS::Queue');
    const kept = queues.filter(({ MessageRetentionPeriod }) => MessageRetentionPeriod);

    expect(queues).toHaveLength(10);
    for (const queue of queues) expect(queue.SqsManagedSseEnabled).toBe(true);
    expect(kept).toHaveLength(8);
    for (const queue of kept) expect(queue.MessageRetentionPeriod).toBe(14 * 24 * 60 * 60);
  });

  it('logs are forgotten', () => {
    const groups = ofType(arena, 'AWS::Logs::LogGroup');

    expect(groups.length).toBeGreaterThan(15);
    for (const { RetentionInDays } of groups) expect(RetentionInDays).toBe(production ? 30 : 7);
  });
});

function resourceOf({ Resources }: ReadTemplate, id: string) {
  const found = Object.entries(Resources).find(([key]) => key.replace(/[0-9A-F]{8}$/, '') === id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found[1];
}
