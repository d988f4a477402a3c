/** What passes between the pool and a worker thread. Payloads are JSON text, as on the wire. */
export interface WorkerSetup {
  readonly entryFile: string;
  readonly exportName: string;
  readonly functionName: string;
  readonly functionArn: string;
  readonly memoryMb: number;
}

export interface Job {
  readonly requestId: string;
  readonly event: string;
  /** Epoch ms at which the function is stopped. */
  readonly deadlineMs: number;
}

export type WorkerReport =
  | { readonly kind: 'ready' }
  | { readonly kind: 'initFailed'; readonly error: FunctionError }
  | { readonly kind: 'done'; readonly payload: string }
  | { readonly kind: 'failed'; readonly error: FunctionError };

/** The payload of a failed invocation, with the field names of AWS. */
export interface FunctionError {
  readonly errorType: string;
  readonly errorMessage: string;
  readonly trace?: readonly string[];
}
