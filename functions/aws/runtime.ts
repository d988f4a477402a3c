import type { Ports } from '../../shared/app/ports.ts';
import { count, measure } from './metrics.ts';

/** A required environment variable; a function without it must not start. */
export function env(name: string): string {
  const value = process.env[name];
  if (value === undefined || value === '') {
    throw new Error(`environment variable ${name} is missing`);
  }
  return value;
}

/** Time, randomness and metrics: what every function has. */
export const ambient: Pick<Ports, 'now' | 'random' | 'count' | 'measure'> = {
  now: Date.now,
  random: { bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) },
  count,
  measure,
};
