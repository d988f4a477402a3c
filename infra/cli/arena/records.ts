import { getAuditOperation } from '../../../shared/protocol/api/arena-operations.ts';
import { listReportsOperation } from '../../../shared/protocol/api/fair-operations.ts';
import type { AuditPage, AuditView } from '../../../shared/protocol/audit-view.ts';
import type { ReportPage, ReportView } from '../../../shared/protocol/fair-view.ts';
import { apiCommand, given, ZONE } from './api-command.ts';
import { jsonOf } from './client/answer.ts';
import { timeText, zoneIn } from './flags/when.ts';
import { ZONE_LINE } from './usage.ts';

export const audit = apiCommand({
  name: 'audit',
  summary: 'shows what organisers did in an arena, who and why',
  operands: ['ID'],
  about:
    'Shows every deed of an organiser in an arena, the latest first: when, who, what, and why.',
  flags: [ZONE_LINE],
  examples: ['audit 0Ab1Cd2Ef3G | head'],
  access: 'token',
  options: ZONE,
  run: async ({ flags, operands: [id = ''], api, show }) => {
    const zone = given(zoneIn(flags.zone));
    for await (const page of api.pages(getAuditOperation, { path: { id } })) {
      const { entries } = jsonOf<AuditPage>(page);
      await show(page, () => entries.map((entry) => auditLine(entry, zone)));
    }
  },
});

function auditLine({ atMs, actor, action, player, reason, details }: AuditView, zone: string) {
  const more = Object.entries(details).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return [
    `${timeText(atMs, zone)}  ${actor} ${action}${player === null ? '' : ` ${player}`}`,
    ...(reason === null ? [] : [reason]),
    ...more,
  ].join(': ');
}

export const reports = apiCommand({
  name: 'reports',
  summary: 'shows what players have reported in an arena',
  operands: ['ID'],
  about: `Shows what players have reported in an arena, the latest first: when, who, whom, and
why; a game with its id. The games are in the export, with the time of every move.`,
  flags: [ZONE_LINE],
  examples: ['reports 0Ab1Cd2Ef3G'],
  access: 'token',
  options: ZONE,
  run: async ({ flags, operands: [id = ''], api, show }) => {
    const zone = given(zoneIn(flags.zone));
    for await (const page of api.pages(listReportsOperation, { path: { id } })) {
      const { reports: some } = jsonOf<ReportPage>(page);
      await show(page, () => some.map((report) => reportLine(report, zone)));
    }
  },
});

function reportLine({ atMs, reporter, player, game, reason }: ReportView, zone: string): string {
  const players = game === null ? '' : game.players.map(named).join(' - ');
  const about =
    game === null ? (player === null ? '' : named(player)) : `game ${game.id} ${players}`;
  return `${timeText(atMs, zone)}  ${named(reporter)} about ${about.trim()}: ${reason}`;
}

const named = ({ name, player }: ReportView['reporter']): string => `${name} (${player})`;
