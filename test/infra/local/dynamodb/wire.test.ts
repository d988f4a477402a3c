import {
  BatchGetItemCommand,
  ConditionalCheckFailedException,
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactionCanceledException,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDynamoDb, type DynamoDb } from '../../../../infra/local/dynamodb/dynamodb.ts';
import { createFaults, type FaultKind } from '../../../../infra/local/dynamodb/faults.ts';
import { answerWire } from '../../../../infra/local/dynamodb/wire.ts';
import { type Listening, listenDynamoDb } from '../../../support/database-server.ts';
import { ARENAS, TABLE } from './arenas-table.ts';

describe('the AWS SDK', () => {
  let listening: Listening;
  let client: DynamoDBClient;
  let losses = 0;

  beforeAll(async () => {
    const strikes = (kind: FaultKind) => kind === 'responseLost' && losses > 0 && losses-- > 0;
    const faults = { ...createFaults(1), strikes };
    const db = createDynamoDb({ shards: 1, nowMs: Date.now, onCommit: () => {}, faults });
    listening = await listenDynamoDb(db, 0);
    client = new DynamoDBClient({
      endpoint: listening.endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    });
    await client.send(new CreateTableCommand(ARENAS as CreateTableCommandInput));
  });
  afterAll(async () => {
    client.destroy();
    await listening.close();
  });

  const Key = { p: { S: 'A' }, s: { S: 'a' } };
  const put = (s: string, bytes: Uint8Array) =>
    client.send(
      new PutItemCommand({
        TableName: TABLE,
        Item: { ...Key, s: { S: s }, b: { B: bytes }, l: { L: [{ B: bytes }, { BOOL: true }] } },
      }),
    );
  const updateIfMissing = (more: object = {}) =>
    new UpdateItemCommand({
      TableName: TABLE,
      Key,
      UpdateExpression: 'SET x = :x',
      ConditionExpression: 'attribute_not_exists(x)',
      ExpressionAttributeValues: { ':x': { N: '1' } },
      ReturnValues: 'ALL_NEW',
      ...more,
    });

  it('describes, writes, reads and queries', async () => {
    const bytes = Uint8Array.of(0, 255, 7);
    await put('a', bytes);
    await put('b', bytes);

    const { Table } = await client.send(new DescribeTableCommand({ TableName: TABLE }));
    const { Item } = await client.send(new GetItemCommand({ TableName: TABLE, Key }));
    const query = await client.send(
      new QueryCommand({
        TableName: TABLE,
        KeyConditionExpression: 'p = :p',
        ExpressionAttributeValues: { ':p': { S: 'A' } },
        ReturnConsumedCapacity: 'TOTAL',
      }),
    );
    const batch = await client.send(
      new BatchGetItemCommand({ RequestItems: { [TABLE]: { Keys: [Key] } } }),
    );

    expect(Table).toMatchObject({ TableStatus: 'ACTIVE', ItemCount: 2 });
    expect(Item?.b?.B).toEqual(bytes);
    expect(Item?.l?.L?.[0]?.B).toEqual(bytes);
    expect(query.Items?.map((item) => item.s?.S)).toEqual(['a', 'b']);
    expect(query.ConsumedCapacity?.CapacityUnits).toBe(0.5);
    expect(batch.Responses?.[TABLE]).toEqual([Item]);
  });

  it('sees the item of a failed condition', async () => {
    await client.send(updateIfMissing({ ConditionExpression: 'attribute_exists(p)' }));

    const failed = client.send(updateIfMissing({ ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }));

    await expect(failed).rejects.toThrow(ConditionalCheckFailedException);
    await expect(failed).rejects.toMatchObject({ Item: { x: { N: '1' } } });
  });

  it('sees the reasons of a cancelled transaction', async () => {
    const check = { TableName: TABLE, Key, ConditionExpression: 'attribute_not_exists(p)' };
    const Put = { TableName: TABLE, Item: { ...Key, s: { S: 'c' } } };

    const cancelled = client.send(
      new TransactWriteItemsCommand({ TransactItems: [{ Put }, { ConditionCheck: check }] }),
    );

    await expect(cancelled).rejects.toThrow(TransactionCanceledException);
    await expect(cancelled).rejects.toMatchObject({
      message: expect.stringContaining('[None, ConditionalCheckFailed]'),
      CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed' }],
    });
  });

  it('repeats a transaction whose answer was lost, which is written once', async () => {
    const Update = {
      TableName: TABLE,
      Key: { ...Key, s: { S: 'counter' } },
      UpdateExpression: 'ADD x :one',
      ExpressionAttributeValues: { ':one': { N: '1' } },
    };
    losses = 2;

    const { $metadata } = await client.send(
      new TransactWriteItemsCommand({ TransactItems: [{ Update }] }),
    );

    const { Item } = await client.send(new GetItemCommand({ TableName: TABLE, Key: Update.Key }));
    expect($metadata.attempts).toBe(3);
    expect(Item?.x).toEqual({ N: '1' });
  });
});

describe('the wire', () => {
  const db = createDynamoDb({ shards: 1, nowMs: () => 0, onCommit: () => {} });
  const answer = (target: string, body: string) => answerWire(db, target, body);

  it.each([
    ['DynamoDB_20120810.Nothing', '{}', 'com.amazon.coral.service#UnknownOperationException'],
    ['', '{}', 'com.amazon.coral.service#UnknownOperationException'],
    ['DynamoDB_20120810.GetItem', '{', 'com.amazon.coral.service#SerializationException'],
    ['DynamoDB_20120810.GetItem', '', 'com.amazon.coral.service#SerializationException'],
    ['DynamoDB_20120810.GetItem', 'null', 'com.amazon.coral.service#SerializationException'],
    ['DynamoDB_20120810.GetItem', '{}', 'com.amazon.coral.validate#ValidationException'],
  ])('answers %s %s with %s', (target, body, type) => {
    const { status, headers, body: text } = answer(target, body);

    expect([status, headers['content-type']]).toEqual([400, 'application/x-amz-json-1.0']);
    expect(JSON.parse(text)).toMatchObject({ __type: type, message: expect.any(String) });
  });

  it('does not disguise a bug as an answer', () => {
    const broken = { call: () => JSON.parse('{') } as unknown as DynamoDb;

    expect(() => answerWire(broken, 'DynamoDB_20120810.GetItem', '{}')).toThrow(SyntaxError);
  });
});
