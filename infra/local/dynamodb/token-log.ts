import { hash } from 'node:crypto';
import { serviceError } from './error.ts';

/** For so long a ClientRequestToken names one transaction (TransactWriteItems, API Reference). */
export const TOKEN_MS = 10 * 60_000;

/** A token that was used by a transaction that was written. */
export interface TokenUse {
  readonly token: string;
  /** Of the transaction's items. */
  readonly fingerprint: string;
  readonly atMs: number;
}

export interface TokenLog {
  /** True if this transaction was written before; throws if the token named another one. */
  isRepeat(use: TokenUse): boolean;
  add(use: TokenUse): void;
  /** Those that still count. */
  uses(nowMs: number): readonly TokenUse[];
}

export function createTokenLog(): TokenLog {
  /** In the order of time. */
  const log = new Map<string, TokenUse>();
  const forgetBefore = (sinceMs: number): void => {
    for (const { token, atMs } of log.values()) {
      if (atMs > sinceMs) return;
      log.delete(token);
    }
  };
  return {
    isRepeat({ token, fingerprint, atMs }) {
      forgetBefore(atMs - TOKEN_MS);
      const earlier = log.get(token);
      if (earlier !== undefined && earlier.fingerprint !== fingerprint) throw mismatch();
      return earlier !== undefined;
    },
    add(use) {
      log.delete(use.token); // a token that is used anew goes to the end
      log.set(use.token, use);
    },
    uses(nowMs) {
      forgetBefore(nowMs - TOKEN_MS);
      return [...log.values()];
    },
  };
}

/** Of anything that JSON can say. */
export const fingerprintOf = (value: unknown): string =>
  hash('sha256', JSON.stringify(value), 'base64');

const mismatch = (): Error =>
  serviceError(
    'IdempotentParameterMismatchException',
    'The token was used for a request with other parameters',
  );
