import { cancelArena } from '../../shared/app/cancel-arena.ts';
import { correctRanking } from '../../shared/app/correct-ranking.ts';
import { listAudit } from '../../shared/app/list-records.ts';
import { removePlayer } from '../../shared/app/remove-player.ts';
import { sendNote, setEntries, setOrganisers } from '../../shared/app/steering.ts';
import {
  cancelArenaOperation,
  closeEntriesOperation,
  disqualifyPlayerOperation,
  getAuditOperation,
  getOrganisersOperation,
  openEntriesOperation,
  reinstatePlayerOperation,
  removePlayerOperation,
  sendNoteOperation,
  setOrganisersOperation,
} from '../../shared/protocol/api/arena-operations.ts';
import { json, problem } from '../aws/http-handler.ts';
import { shownArena } from './arenas.ts';
import { arenaRoute, paged, playerIdOf, shown } from './paths.ts';
import { ports } from './ports.ts';
import { etag, type Route } from './route.ts';

const postCancel = arenaRoute(
  cancelArenaOperation,
  async ({ account, body, random, ifMatch }, { id }) => {
    const by = { actor: account.subject, reason: body.reason };
    return shownArena(await cancelArena({ ...ports, random }, id, ifMatch, by));
  },
);

const entriesRoute = (operation: typeof closeEntriesOperation, closed: boolean): Route =>
  arenaRoute(operation, async ({ account, body, random }, { id }) => {
    const by = { actor: account.subject, reason: body.reason };
    return shownArena(await setEntries({ ...ports, random }, id, closed, by));
  });

const getOrganisers = arenaRoute(getOrganisersOperation, async (_, arena) =>
  json(200, { organisers: arena.organisers }, etag(arena)),
);

const putOrganisers = arenaRoute(
  setOrganisersOperation,
  async ({ account, body, random, ifMatch }, { id }) => {
    const by = { actor: account.subject, organisers: body.organisers };
    const set = await setOrganisers({ ...ports, random }, id, ifMatch, by);
    if (!set.ok) return problem(set.error);
    return json(200, { organisers: set.value.organisers }, etag(set.value));
  },
);

const postNote = arenaRoute(
  sendNoteOperation,
  async ({ account, body, random, askedAtMs }, arena) => {
    const asked = { ...ports, random, now: () => askedAtMs };
    return shown(await sendNote(asked, arena, { actor: account.subject, text: body.text }));
  },
);

const getAudit = arenaRoute(getAuditOperation, async ({ query: { cursor } }, { id }) =>
  paged(`/arenas/${id}/audit`, await listAudit(ports, id, cursor ?? null)),
);

const postRemoval = arenaRoute(removePlayerOperation, async ({ event, account, body }, { id }) => {
  const player = playerIdOf(event);
  if (!player.ok) return problem(player.error);
  const by = { actor: account.subject, reason: body.reason };
  const removed = await removePlayer(ports, id, player.value, by);
  return removed.ok
    ? json(200, { arena: id, player: player.value, removed: true, ...removed.value.removal })
    : problem(removed.error);
});

/** A new version of a frozen ranking. */
const correctionRoute = (
  operation: typeof disqualifyPlayerOperation,
  kind: 'disqualify' | 'reinstate',
): Route =>
  arenaRoute(operation, async ({ event, account, body }, { id }) => {
    const player = playerIdOf(event);
    if (!player.ok) return problem(player.error);
    const by = { actor: account.subject, reason: body.reason };
    return shown(await correctRanking(ports, id, { kind, player: player.value, ...by }));
  });

export const STEERING_ROUTES: readonly Route[] = [
  postCancel,
  entriesRoute(closeEntriesOperation, true),
  entriesRoute(openEntriesOperation, false),
  getOrganisers,
  putOrganisers,
  postNote,
  getAudit,
  postRemoval,
  correctionRoute(disqualifyPlayerOperation, 'disqualify'),
  correctionRoute(reinstatePlayerOperation, 'reinstate'),
];
