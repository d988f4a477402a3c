import { KEPT_KINDS, type Retention } from '../../functions/aws/schema.ts';

/** Nothing goes that does not say itself when. */
export const FOR_EVER = Object.fromEntries(KEPT_KINDS.map((kind) => [kind, 0])) as Retention;
