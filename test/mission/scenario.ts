import type { Part, Proof } from '../support/proofs.ts';

/**
 * What users of other servers reported, as `owner/repo#n` of issues and pull requests, with tests
 * that name one of the reports, or the part that it waits for.
 */
export type Scenario = {
  readonly id: string;
  readonly reports: readonly string[];
  readonly about: string;
} & ({ readonly proofs: readonly Proof[] } | { readonly part: Part });
