import { banPlayer, liftBan, listBans } from '../../shared/app/bans.ts';
import { checkGuest } from '../../shared/app/guests.ts';
import { accountPlayer } from '../../shared/app/players.ts';
import { fileReport, listReports } from '../../shared/app/reports.ts';
import type { Refusal } from '../../shared/core/refusal.ts';
import type { Result } from '../../shared/core/result.ts';
import {
  banPlayerOperation,
  createGuestReportOperation,
  createReportOperation,
  liftBanOperation,
  listBansOperation,
  listReportsOperation,
} from '../../shared/protocol/api/fair-operations.ts';
import { type HttpResult, json, problem } from '../aws/http-handler.ts';
import { arenaRoute, paged, personIdOf, shown } from './paths.ts';
import { ports } from './ports.ts';
import { type Route, route } from './route.ts';

const postReport = route(createReportOperation, async ({ account, body, random, askedAtMs }) => {
  const reporter = await accountPlayer(ports, account);
  if (!reporter.ok) return problem(reporter.error);
  // A request that comes again with its key is the same report, of the same instant.
  const asked = { ...ports, random, now: () => askedAtMs };
  return filed(await fileReport(asked, reporter.value, body));
});

const postGuestReport = route(createGuestReportOperation, async ({ event, body }) => {
  const id = personIdOf(event, 'a guest');
  if (!id.ok) return problem(id.error);
  const { secret, ...told } = body;
  const guest = await checkGuest(ports, id.value, secret);
  return guest.ok ? filed(await fileReport(ports, guest.value, told)) : problem(guest.error);
});

const filed = (result: Result<object, Refusal>): HttpResult =>
  result.ok ? json(201, result.value) : problem(result.error);

const getReports = arenaRoute(listReportsOperation, async ({ query: { cursor } }, { id }) =>
  paged(`/arenas/${id}/reports`, await listReports(ports, id, cursor ?? null)),
);

const putBan = route(banPlayerOperation, async ({ event, account, body }) => {
  const id = personIdOf(event);
  if (!id.ok) return problem(id.error);
  return shown(await banPlayer(ports, id.value, { ...body, actor: account.subject }));
});

const deleteBan = route(liftBanOperation, async ({ event }) => {
  const id = personIdOf(event);
  if (!id.ok) return problem(id.error);
  const lifted = await liftBan(ports, id.value);
  return lifted.ok ? { statusCode: 204 } : problem(lifted.error);
});

const getBans = route(listBansOperation, async ({ query: { cursor } }) =>
  paged('/bans', await listBans(ports, cursor ?? null)),
);

export const FAIR_ROUTES: readonly Route[] = [
  postReport,
  postGuestReport,
  getReports,
  putBan,
  deleteBan,
  getBans,
];
