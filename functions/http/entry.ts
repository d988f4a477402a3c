import { type Listed, setAllowList, showAllowList } from '../../shared/app/entry/allow-list.ts';
import { showEntry } from '../../shared/app/entry/show-entry.ts';
import { ok } from '../../shared/core/result.ts';
import { readAllowList, writeAllowList } from '../../shared/protocol/allow-list-csv.ts';
import {
  getAllowListOperation,
  getEntryOperation,
  setAllowListOperation,
} from '../../shared/protocol/api/entry-operations.ts';
import { type HttpResult, json, problem, textual } from '../aws/http-handler.ts';
import { formatOf, MEDIA_TYPES } from './formats.ts';
import { arenaRoute } from './paths.ts';
import { ports } from './ports.ts';
import { etag, type Route } from './route.ts';

const VARY = { vary: 'accept' };

const getAllowList = arenaRoute(getAllowListOperation, async ({ event }, { id }) => {
  const format = formatOf(event, ['json', 'csv'], 'one of json, csv');
  if (!format.ok) return problem(format.error);
  const listed = await showAllowList(ports, id);
  const headers = { ...etag(listed), ...VARY };
  return format.value === 'json'
    ? shownList(listed, headers)
    : textual(`${MEDIA_TYPES.csv}; header=present`, await csvOf(listed), headers);
});

async function csvOf({ players }: Listed): Promise<string> {
  const profiles = await ports.store.profiles(players);
  const names = new Map(profiles.map(({ player, name }) => [player, name]));
  return writeAllowList(players.map((player) => ({ player, name: names.get(player) ?? '' })));
}

const putAllowList = arenaRoute(
  setAllowListOperation,
  async ({ account, body, random, ifMatch }, arena) => {
    const wanted = typeof body === 'string' ? readAllowList(body) : ok(body);
    if (!wanted.ok) return problem(wanted.error);
    const by = { actor: account.subject, version: ifMatch };
    const set = await setAllowList({ ...ports, random }, arena, by, wanted.value);
    return set.ok ? shownList(set.value, etag(set.value)) : problem(set.error);
  },
);

const shownList = ({ players }: Listed, headers: Record<string, string>): HttpResult =>
  json(200, { players }, headers);

const getEntry = arenaRoute(getEntryOperation, async ({ account }, arena) =>
  json(200, await showEntry(ports, arena, account)),
);

export const ENTRY_ROUTES: readonly Route[] = [getAllowList, putAllowList, getEntry];
