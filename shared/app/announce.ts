import { inGroups } from '../core/groups.ts';
import type { AnnounceMessage, Ports } from './ports.ts';

/** Posts that are under way at once; moves keep the rest of the account's quota. */
const POSTS_AT_ONCE = 50;

/** Tells the connections; each on its own, so that a dead one costs nobody the message. */
export async function announce(
  { push }: Pick<Ports, 'push'>,
  { connections, message }: AnnounceMessage,
): Promise<void> {
  for (const group of inGroups(connections, POSTS_AT_ONCE)) {
    await Promise.all(group.map((to) => push.send(to, message)));
  }
}
