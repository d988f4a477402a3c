import { showFinal } from '../../shared/app/show-final.ts';
import { showPlayer } from '../../shared/app/show-player.ts';
import { showAround, showStats, showTable } from '../../shared/app/show-table.ts';
import {
  getPlayerOperation,
  getStandingsOperation,
  getStatsOperation,
} from '../../shared/protocol/api/read-operations.ts';
import { problem } from '../aws/http-handler.ts';
import { arenaIdOf, playerIdOf, shown } from './paths.ts';
import { ports } from './ports.ts';
import { type Route, route } from './route.ts';

const getStandings = route(getStandingsOperation, async ({ event, query }) => {
  const id = arenaIdOf(event);
  if (!id.ok) return problem(id.error);
  const { page, around, version } = query;
  if (around !== undefined) return shown(await showAround(ports, id.value, around));
  return version === undefined
    ? shown(await showTable(ports, id.value, page))
    : shown(await showFinal(ports, id.value, version, page));
});

const getStats = route(getStatsOperation, async ({ event }) => {
  const id = arenaIdOf(event);
  return id.ok ? shown(await showStats(ports, id.value)) : problem(id.error);
});

const getPlayer = route(getPlayerOperation, async ({ event }) => {
  const [id, player] = [arenaIdOf(event), playerIdOf(event)];
  if (!id.ok) return problem(id.error);
  return player.ok ? shown(await showPlayer(ports, id.value, player.value)) : problem(player.error);
});

export const READ_ROUTES: readonly Route[] = [getStandings, getStats, getPlayer];
