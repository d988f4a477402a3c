import { showFinal } from '../../shared/app/show-final.ts';
import { showPlayer } from '../../shared/app/show-player.ts';
import { showAround, showStats, showTable } from '../../shared/app/show-table.ts';
import { type PlayerId, parseId } from '../../shared/core/ids.ts';
import { refuse } from '../../shared/core/refusal.ts';
import { viewArena } from '../../shared/protocol/arena-view.ts';
import { type HttpEvent, json, problem } from '../aws/http-handler.ts';
import { arenaIdOf, arenaOf, playerIdOf, shown, wholeNumber } from './paths.ts';
import { type Answer, ports } from './ports.ts';

export async function getArenas(): Answer {
  const arenas = await ports.store.unsettledArenas();
  return json(200, { arenas: arenas.map(viewArena) });
}

export async function getArena(event: HttpEvent): Answer {
  const arena = await arenaOf(event);
  return arena.ok ? json(200, viewArena(arena.value)) : problem(arena.error);
}

/** `?page=` of the table, `?around=` a player, or `?version=` (and page) of the final rankings. */
export async function getStandings(event: HttpEvent): Answer {
  const id = arenaIdOf(event);
  if (!id.ok) return problem(id.error);
  const { around } = event.query;
  if (around !== undefined) {
    const player = parseId<PlayerId>(around);
    return player === null
      ? problem(refuse('invalid', { field: 'around', expected: 'the id of a player' }))
      : shown(await showAround(ports, id.value, player));
  }
  const page = wholeNumber(event, 'page', { from: 0, absent: 0 });
  if (!page.ok) return problem(page.error);
  const version = wholeNumber(event, 'version', { from: 1, absent: 0 });
  if (!version.ok) return problem(version.error);
  return version.value === 0
    ? shown(await showTable(ports, id.value, page.value))
    : shown(await showFinal(ports, id.value, version.value, page.value));
}

export async function getStats(event: HttpEvent): Answer {
  const id = arenaIdOf(event);
  return id.ok ? shown(await showStats(ports, id.value)) : problem(id.error);
}

export async function getPlayer(event: HttpEvent): Answer {
  const [id, player] = [arenaIdOf(event), playerIdOf(event)];
  if (!id.ok) return problem(id.error);
  return player.ok ? shown(await showPlayer(ports, id.value, player.value)) : problem(player.error);
}
