import type { Part, Proof } from '../support/proofs.ts';

/** One thing that a text says, with the test that proves it or the part that it waits for. */
export type Statement = { readonly statement: string } & (
  | { readonly proof: Proof }
  | { readonly part: Part }
);

export const ARENA_LIFE = 'test/mission/arena-life.test.ts';
export const CLOSENESS = 'test/mission/closeness.test.ts';
