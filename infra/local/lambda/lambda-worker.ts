import { pathToFileURL } from 'node:url';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { present } from '../../../shared/core/assert.ts';
import type { FunctionError, Job, WorkerReport, WorkerSetup } from './messages.ts';

// One execution environment of one function: loads the bundle once, then runs one job at a time.

type Handler = (event: unknown, context: object) => unknown;

const port: MessagePort = present(parentPort, 'parent of the worker');
const setup = workerData as WorkerSetup;

start();

async function start(): Promise<void> {
  try {
    const handler = await load(setup);
    port.on('message', async (job: Job) => report(await run(handler, job)));
    report({ kind: 'ready' });
  } catch (error) {
    report({ kind: 'initFailed', error: describe(error) });
  }
}

async function load({ entryFile, exportName }: WorkerSetup): Promise<Handler> {
  const module: Record<string, unknown> = await import(pathToFileURL(entryFile).href);
  const handler = module[exportName];
  if (typeof handler === 'function') return handler as Handler;
  throw new Error(`${exportName} is undefined or not exported by ${entryFile}`);
}

async function run(handler: Handler, job: Job): Promise<WorkerReport> {
  try {
    const result = await handler(JSON.parse(job.event), contextOf(job));
    return { kind: 'done', payload: JSON.stringify(result) ?? 'null' };
  } catch (error) {
    return { kind: 'failed', error: describe(error) };
  }
}

function contextOf({ requestId, deadlineMs }: Job): object {
  return {
    awsRequestId: requestId,
    callbackWaitsForEmptyEventLoop: true,
    functionName: setup.functionName,
    functionVersion: '$LATEST',
    getRemainingTimeInMillis: () => Math.max(0, deadlineMs - Date.now()),
    invokedFunctionArn: setup.functionArn,
    logGroupName: `/aws/lambda/${setup.functionName}`,
    logStreamName: 'local',
    memoryLimitInMB: String(setup.memoryMb),
  };
}

function describe(error: unknown): FunctionError {
  if (!(error instanceof Error)) return { errorType: 'Error', errorMessage: String(error) };
  return {
    errorType: error.name,
    errorMessage: error.message,
    trace: (error.stack ?? '').split('\n'),
  };
}

function report(message: WorkerReport): void {
  port.postMessage(message);
}
