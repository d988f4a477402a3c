import { createInterface } from 'node:readline';
import { Worker } from 'node:worker_threads';
import type { FunctionPlan } from '../template/plan.ts';
import type { FunctionError, Job, WorkerReport, WorkerSetup } from './messages.ts';

/** A thread with the function loaded in it; what it says arrives as reports, one at a time. */
export interface WorkerThread {
  post(job: Job): void;
  /** The next report; after the end of the thread every further one is that end. */
  nextReport(): Promise<Report>;
  hasEnded(): boolean;
  terminate(): Promise<void>;
}

export type Report = WorkerReport | { readonly kind: 'ended'; readonly error: FunctionError };

export interface ThreadParts {
  readonly plan: FunctionPlan;
  readonly environment: Readonly<Record<string, string>>;
  /** One line that the function wrote to its standard output or error. */
  readonly onLine: (line: string) => void;
}

const WORKER_FILE = new URL('./lambda-worker.ts', import.meta.url);

export function startThread(parts: ThreadParts): WorkerThread {
  const worker = startWorker(parts);
  let end: Report | null = null;
  let expect: ((report: Report) => void) | null = null;
  const deliver = (report: Report) => {
    expect?.(report);
    expect = null;
  };
  const close = (error: FunctionError) => {
    end ??= { kind: 'ended', error };
    deliver(end);
  };
  worker.on('message', deliver);
  worker.on('error', (error) => close({ errorType: error.name, errorMessage: error.message }));
  worker.on('exit', () =>
    close({ errorType: 'Runtime.ExitError', errorMessage: 'Runtime exited without an answer' }),
  );
  return {
    post: (job) => worker.postMessage(job),
    nextReport: () =>
      new Promise((resolve) => {
        if (end === null) expect = resolve;
        else resolve(end);
      }),
    hasEnded: () => end !== null,
    terminate: async () => {
      await worker.terminate();
    },
  };
}

function startWorker({ plan, environment, onLine }: ThreadParts): Worker {
  const setup: WorkerSetup = {
    entryFile: plan.entryFile,
    exportName: plan.exportName,
    functionName: plan.name,
    functionArn: plan.arn,
    memoryMb: plan.memoryMb,
  };
  const worker = new Worker(WORKER_FILE, {
    env: { ...environment },
    // The flags of this process (of a test runner, say) are not meant for functions.
    execArgv: [],
    name: plan.name,
    resourceLimits: { maxOldGenerationSizeMb: plan.memoryMb },
    stderr: true,
    stdout: true,
    workerData: setup,
  });
  for (const output of [worker.stdout, worker.stderr])
    createInterface({ input: output }).on('line', onLine);
  return worker;
}
