import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type MiniCloud, type Sources, startMiniCloud, writeBundles } from './mini-cloud.ts';

const SCRIPT = join(import.meta.dirname, 'cloud-process.ts');
const PRINT = 'export const handler = async (event) => console.log(JSON.stringify(event));';
/** Prints, and never gets done with what is called "stuck". */
const STICKY = `export const handler = async (event) => {
  const text = JSON.stringify(event);
  console.log(text);
  if (text.includes('stuck')) await new Promise(() => {});
};`;
const ECHO = 'export const handler = async (event) => ({ statusCode: 200, body: "" });';

let dataDir: string;
let child: ChildProcess;
let cloud: MiniCloud | null = null;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'shield-arena-data-'));
});

afterEach(async () => {
  child.kill('SIGKILL');
  await cloud?.stop();
  cloud = null;
  rmSync(dataDir, { recursive: true, force: true });
});

/** A cloud in another process, with a promise for each line that it prints. */
async function startChild(sources: Sources) {
  const options = { port: 0, dataDir, bundles: writeBundles(sources) };
  child = spawn(process.execPath, [SCRIPT, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const seen: string[] = [];
  const waiting = new Set<() => void>();
  if (child.stdout === null) throw new Error('no output');
  createInterface({ input: child.stdout }).on('line', (line) => {
    seen.push(line);
    for (const look of waiting) look();
  });
  const line = (pattern: RegExp) =>
    new Promise<string>((resolve) => {
      const look = () => {
        const found = seen.find((text) => pattern.test(text));
        if (found !== undefined) resolve(found);
      };
      waiting.add(look);
      look();
    });
  const [, awsUrl = '', httpUrl = '', token = ''] = (await line(/^ready /)).split(' ');
  const credentials = { accessKeyId: 'local', secretAccessKey: 'b' };
  return { line, httpUrl, token, config: { endpoint: awsUrl, region: 'us-east-1', credentials } };
}

const put = (pk: string) =>
  new PutItemCommand({ TableName: 'Games', Item: { pk: { S: pk }, st: { S: 'DONE' } } });
const message = (config: { endpoint: string }, MessageBody: string, DelaySeconds = 0) =>
  new SendMessageCommand({
    QueueUrl: `${config.endpoint}/000000000000/Clock`,
    MessageBody,
    DelaySeconds,
  });
const event = (id: string) =>
  new InvokeCommand({
    FunctionName: 'mini-later',
    InvocationType: 'Event',
    Payload: JSON.stringify({ id }),
  });
const schedule = (Name: string, ScheduleExpression: string) =>
  new CreateScheduleCommand({
    Name,
    GroupName: 'mini',
    ScheduleExpression,
    FlexibleTimeWindow: { Mode: 'OFF' },
    Target: {
      Arn: 'arn:aws:lambda:us-east-1:000000000000:function:mini-later',
      RoleArn: 'role',
      Input: JSON.stringify({ schedule: Name }),
    },
  });

/** `at(...)` so many seconds from now. */
const inSeconds = (seconds: number): string =>
  `at(${new Date(Date.now() + seconds * 1000).toISOString().slice(0, 19)})`;

test('after a kill everything goes on where it was, and what was done stays done', async () => {
  const { line, config, httpUrl, token } = await startChild({
    score: STICKY,
    clock: STICKY,
    later: STICKY,
  });
  const [db, sqs] = [new DynamoDBClient(config), new SQSClient(config)];
  const [scheduler, lambda] = [new SchedulerClient(config), new LambdaClient(config)];
  await db.send(put('done-1'));
  await line(/score.*done-1/);
  await sqs.send(message(config, 'done-2'));
  await line(/clock.*done-2/);
  await lambda.send(event('done-3'));
  await line(/later.*done-3/);
  await db.send(put('stuck-1'));
  await line(/score.*stuck-1/);
  await db.send(put('behind-1'));
  await sqs.send(message(config, 'stuck-2'));
  await line(/clock.*stuck-2/);
  await sqs.send(message(config, 'delayed-2', 3));
  await lambda.send(event('stuck-3'));
  await line(/later.*stuck-3/);
  await scheduler.send(schedule('due', inSeconds(2)));
  await scheduler.send(schedule('far', 'at(2999-01-01T00:00:00)'));

  child.kill('SIGKILL');
  await once(child, 'exit');
  const port = Number(new URL(httpUrl).port);
  cloud = await startMiniCloud(
    { score: PRINT, clock: PRINT, later: PRINT, http: ECHO },
    { dataDir, port },
  );

  await cloud.line('score', /stuck-1/);
  await cloud.line('score', /behind-1/);
  await cloud.line('clock', /stuck-2/);
  await cloud.line('clock', /delayed-2/);
  await cloud.line('later', /stuck-3/);
  await cloud.line('later', /"schedule":"due"/);
  const printed = cloud.log.map((entry) => entry.line).join();
  expect(printed).not.toMatch(/done-|"schedule":"far"/);
  const again = new DynamoDBClient({ ...config, endpoint: cloud.awsUrl });
  const { Item } = await again.send(
    new GetItemCommand({ TableName: 'Games', Key: { pk: { S: 'done-1' } } }),
  );
  expect(Item).toEqual({ pk: { S: 'done-1' }, st: { S: 'DONE' } });
  const response = await fetch(`${cloud.httpUrl}/arenas`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
});

test('after a stop, too, and a second restart delivers nothing anew', async () => {
  const { line, config } = await startChild({ score: STICKY });
  await new DynamoDBClient(config).send(put('stuck-1'));
  await line(/score.*stuck-1/);
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');

  cloud = await startMiniCloud({ score: PRINT }, { dataDir });
  await cloud.line('score', /stuck-1/);
  // The checkpoint is written when the answer has arrived.
  await expect.poll(() => cloud?.counters.functions['mini-score']?.invocations).toBe(1);
  await cloud.stop();
  cloud = await startMiniCloud({ score: PRINT }, { dataDir });
  cloud.dynamodb.call('PutItem', {
    TableName: 'Games',
    Item: { pk: { S: 'new' }, st: { S: 'DONE' } },
  });
  await cloud.line('score', /new/);

  expect(code).toBe(0);
  expect(cloud.lines('score').join()).not.toContain('stuck-1');
});
