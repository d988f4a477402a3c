import { idOfAccount } from '../../shared/app/players.ts';
import { showMe } from '../../shared/app/show-me.ts';
import { accountOf } from '../aws/claims.ts';
import type { HttpEvent } from '../aws/http-handler.ts';
import { rememberingOrders } from '../aws/remembered.ts';
import { arenaIdOf, shown } from './paths.ts';
import { type Answer, ports } from './ports.ts';

/** Many players ask at once, and the order of a large table is a large item. */
const reads = { ...ports, tables: rememberingOrders(ports.tables, ports.now) };

/** The place of whoever the token speaks of, in this arena. */
export async function getMe(event: HttpEvent): Answer {
  const id = arenaIdOf(event);
  const player = await idOfAccount(accountOf(event));
  const { headers, ...answer } = shown(id.ok ? await showMe(reads, id.value, player) : id);
  return { ...answer, headers: { ...headers, 'cache-control': 'no-store' } };
}
