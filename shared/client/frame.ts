import type { ServerMessage } from '../protocol/server-message.ts';

/** What came over a line, by what is to be done with it. */
export type Frame =
  | { readonly kind: 'push'; readonly message: ServerMessage }
  | { readonly kind: 'answer'; readonly cid: string; readonly message: ServerMessage }
  | { readonly kind: 'pong'; readonly serverMs: number }
  | { readonly kind: 'bye'; readonly code: string }
  /** The server asks for patience, in this command or in general. */
  | { readonly kind: 'slowDown'; readonly cid?: string; readonly retryInMs?: number }
  /** The gateway speaks for itself, without our `t`: throttled, or its function has failed. */
  | { readonly kind: 'gateway' };

/** As much of a frame as has to be known before it is trusted. */
interface Raw {
  readonly t?: unknown;
  readonly cid?: unknown;
  readonly code?: unknown;
  readonly nowMs?: unknown;
  readonly retryInMs?: unknown;
}

/** Refusals that mean "not now": the same command is sent again by itself. */
const NOT_NOW: readonly unknown[] = ['busy', 'slowDown'];

export function readFrame(text: string): Frame {
  const raw = parsed(text);
  const { t, cid, code, nowMs, retryInMs } = raw;
  if (typeof t !== 'string') return { kind: 'gateway' };
  if (t === 'pong') return { kind: 'pong', serverMs: Number(nowMs) };
  if (t === 'bye') return { kind: 'bye', code: String(code) };
  if (t === 'slowDown' || (t === 'refused' && NOT_NOW.includes(code))) {
    return {
      kind: 'slowDown',
      ...(typeof cid === 'string' && { cid }),
      ...(typeof retryInMs === 'number' && { retryInMs }),
    };
  }
  const message = raw as ServerMessage;
  return typeof cid === 'string' ? { kind: 'answer', cid, message } : { kind: 'push', message };
}

function parsed(text: string): Raw {
  try {
    return (JSON.parse(text) as Raw | null) ?? {};
  } catch {
    return {};
  }
}
