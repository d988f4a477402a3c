import { createArena } from '../../shared/app/arenas.ts';
import { correctRanking } from '../../shared/app/correct-ranking.ts';
import { removePlayer } from '../../shared/app/remove-player.ts';
import type { ArenaId, PlayerId } from '../../shared/core/ids.ts';
import { type Refusal, refuse } from '../../shared/core/refusal.ts';
import { err, ok, type Result } from '../../shared/core/result.ts';
import { viewArena } from '../../shared/protocol/arena-view.ts';
import { checked } from '../../shared/protocol/client-message.ts';
import { newArenaSchema, reasonSchema } from '../../shared/protocol/http.ts';
import { accountOf, hasRole, ORGANISER } from '../aws/claims.ts';
import { type HttpEvent, json, problem } from '../aws/http-handler.ts';
import { arenaOf, playerIdOf, shown } from './paths.ts';
import { type Answer, ports } from './ports.ts';

export async function postArena(event: HttpEvent): Answer {
  const organiser = organiserOf(event);
  if (!organiser.ok) return problem(organiser.error);
  const body = checked(newArenaSchema, event.json);
  if (!body.ok) return problem(body.error);
  const created = await createArena(ports, organiser.value, body.value);
  if (!created.ok) return problem(created.error);
  const view = viewArena(created.value);
  return json(201, view, { location: `/arenas/${view.id}` });
}

/** Out of an arena that is not frozen yet. */
export async function postRemoval(event: HttpEvent): Answer {
  const wanted = await decisionOf(event);
  if (!wanted.ok) return problem(wanted.error);
  const { arena, player, reason, actor } = wanted.value;
  const removed = await removePlayer(ports, arena, player, { reason, actor });
  return removed.ok
    ? json(200, { arena, player, removed: true, ...removed.value.removal })
    : problem(removed.error);
}

export const postDisqualification = (event: HttpEvent): Answer => correct(event, 'disqualify');
export const postReinstatement = (event: HttpEvent): Answer => correct(event, 'reinstate');

/** A new version of a frozen ranking. */
async function correct(event: HttpEvent, kind: 'disqualify' | 'reinstate'): Answer {
  const wanted = await decisionOf(event);
  if (!wanted.ok) return problem(wanted.error);
  const { arena, ...decision } = wanted.value;
  return shown(await correctRanking(ports, arena, { kind, ...decision }));
}

interface Decision {
  readonly arena: ArenaId;
  readonly player: PlayerId;
  readonly reason: string;
  readonly actor: string;
}

/** What an organiser decides about a player of his own arena, with his reason. */
async function decisionOf(event: HttpEvent): Promise<Result<Decision, Refusal>> {
  const organiser = organiserOf(event);
  if (!organiser.ok) return organiser;
  const arena = await arenaOf(event);
  if (!arena.ok) return arena;
  if (arena.value.owner !== organiser.value) {
    return err(refuse('forbidden', { expected: 'the organiser of this arena' }));
  }
  const player = playerIdOf(event);
  if (!player.ok) return player;
  const body = checked(reasonSchema, event.json);
  if (!body.ok) return body;
  const actor = organiser.value;
  return ok({ arena: arena.value.id, player: player.value, reason: body.value.reason, actor });
}

/** The subject of an organiser. Refusal: forbidden. */
function organiserOf(event: HttpEvent): Result<string, Refusal> {
  return hasRole(event, ORGANISER)
    ? ok(accountOf(event).subject)
    : err(refuse('forbidden', { expected: `role ${ORGANISER}` }));
}
