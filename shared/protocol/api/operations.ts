import { ARENA_OPERATIONS } from './arena-operations.ts';
import { ENTRY_OPERATIONS } from './entry-operations.ts';
import { FAIR_OPERATIONS } from './fair-operations.ts';
import { GAME_OPERATIONS } from './game-operations.ts';
import type { Operation } from './operation.ts';
import { PRIVACY_OPERATIONS } from './privacy-operations.ts';
import { READ_OPERATIONS } from './read-operations.ts';
import { SERIES_OPERATIONS } from './series-operations.ts';
import { SPECTATE_OPERATIONS } from './spectate-operations.ts';
import { WEBHOOK_OPERATIONS } from './webhook-operations.ts';

/** All that can be asked over HTTP. */
export const OPERATIONS = [
  ...ARENA_OPERATIONS,
  ...READ_OPERATIONS,
  ...GAME_OPERATIONS,
  ...SERIES_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...FAIR_OPERATIONS,
  ...ENTRY_OPERATIONS,
  ...SPECTATE_OPERATIONS,
  ...PRIVACY_OPERATIONS,
] as readonly Operation[];
