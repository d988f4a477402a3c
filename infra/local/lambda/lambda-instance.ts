import { err, ok, type Result } from '../../../shared/core/result.ts';
import type { Alarms } from '../alarms.ts';
import type { FunctionError } from './messages.ts';
import { type Report, startThread, type ThreadParts } from './worker-thread.ts';

/** The JSON text of the answer, or what went wrong in the function. */
export type RawOutcome = Result<string, FunctionError>;

/** One warm execution environment; runs one job at a time. */
export interface LambdaInstance {
  run(requestId: string, event: string): Promise<RawOutcome>;
  /** False after a timeout or a crash: it runs nothing any more. */
  isAlive(): boolean;
  stop(): Promise<void>;
}

/** What one answer of a function may weigh on AWS. */
const ANSWER_MAX_BYTES = 6_291_556;

/** Starts loading at once. */
export function createInstance(parts: ThreadParts, alarms: Alarms): LambdaInstance {
  const thread = startThread(parts);
  const loaded = thread.nextReport();
  const { timeoutMs } = parts.plan;
  let isBroken = false;

  async function run(requestId: string, event: string): Promise<RawOutcome> {
    const first = await loaded;
    if (first.kind !== 'ready') return outcomeOf(first);
    // The time limit starts here: loading the bundle has its own on AWS.
    const report = thread.nextReport();
    thread.post({ requestId, event, deadlineMs: alarms.nowMs() + timeoutMs });
    return outcomeOf(await withTimeout(report, timeoutMs, alarms));
  }

  function outcomeOf(report: Report): RawOutcome {
    if (report.kind === 'done') return checkSize(report.payload);
    if (report.kind === 'failed') return err(report.error);
    isBroken = true;
    void thread.terminate();
    return err(report.kind === 'ready' ? UNEXPECTED : report.error);
  }

  return { run, isAlive: () => !isBroken && !thread.hasEnded(), stop: thread.terminate };
}

const UNEXPECTED: FunctionError = {
  errorType: 'Runtime.Unknown',
  errorMessage: 'The runtime reported itself ready twice',
};

function checkSize(payload: string): RawOutcome {
  const bytes = Buffer.byteLength(payload);
  if (bytes <= ANSWER_MAX_BYTES) return ok(payload);
  const errorMessage = `The answer has ${bytes} bytes, more than ${ANSWER_MAX_BYTES}.`;
  return err({ errorType: 'Function.ResponseSizeTooLarge', errorMessage });
}

function withTimeout(report: Promise<Report>, timeoutMs: number, alarms: Alarms): Promise<Report> {
  return new Promise((resolve) => {
    const cancel = alarms.after(timeoutMs, () =>
      resolve({ kind: 'ended', error: timeoutError(timeoutMs) }),
    );
    void report.then((answer) => {
      cancel();
      resolve(answer);
    });
  });
}

const timeoutError = (timeoutMs: number): FunctionError => ({
  errorType: 'Sandbox.Timedout',
  errorMessage: `Task timed out after ${(timeoutMs / 1000).toFixed(2)} seconds`,
});
