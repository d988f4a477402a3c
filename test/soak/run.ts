import { httpClient } from '../../infra/cli/client.ts';
import type { LocalCloud } from '../../infra/local/local-cloud.ts';
import type { GameId } from '../../shared/core/ids.ts';
import type { DoneGame, Game } from '../../shared/game/game.ts';
import type { ArenaView } from '../../shared/protocol/arena-view.ts';
import type { Measured } from '../load/gauge.ts';
import { judge } from '../load/judge.ts';
import type { Recorder } from '../load/recorder.ts';
import type { Voices } from '../load/stage.ts';
import { countsOf, type Tally } from '../load/tally.ts';
import { exportFaults } from './arenas.ts';
import { clockFaults } from './clock-check.ts';
import { endlessGames, listFaults, replayFaults } from './game-check.ts';
import { type Ended, endedGames, type Law, missing } from './judge.ts';
import { lostCommands } from './lost.ts';
import { removedPlayers, shownTable, tableFaults } from './table-check.ts';
import type { Versions } from './versions.ts';
import type { Acknowledged } from './witness.ts';

/** Everything that a run has brought. */
export interface Run {
  readonly cloud: LocalCloud;
  readonly arenas: readonly ArenaView[];
  readonly recorder: Recorder;
  readonly versions: Versions;
  readonly voices: Voices;
  readonly tally: Tally;
  readonly acknowledged: readonly Acknowledged[];
  readonly measured: Measured;
}

/** Judged by what was stored and what is shown, never by what the bots remember. */
export interface Judged {
  readonly laws: readonly Law[];
  /** What is wrong, unless the machine had no time. */
  readonly wanting: readonly string[];
  readonly ended: Ended;
  readonly games: ReadonlyMap<GameId, readonly Game[]>;
}

export async function judgeRun(run: Run): Promise<Judged> {
  const { cloud, arenas, recorder, voices } = run;
  const games = run.versions.games();
  const last = [...games.values()].flatMap((versions) => versions.slice(-1));
  const done = last.filter((game): game is DoneGame => game.state === 'done');
  const read = httpClient(cloud.httpUrl);
  const listed = await Promise.all(arenas.map(({ id }) => read.games(id)));
  const removed = removedPlayers(recorder.changes);
  const tables = arenas.map(async (arena, index) => {
    const shown = await shownTable(cloud.httpUrl, arena);
    return tableFaults(shown, listed[index] ?? [], arena.endsAtMs, removed);
  });
  const exports = arenas.map((arena) => exportFaults(cloud.httpUrl, arena));
  const verdict = judge(recorder.changes, new Map());
  const letters = Object.entries(cloud.counters.deadLetters).filter(([, count]) => count > 0);
  const laws: Law[] = [
    {
      name: 'lost',
      broken: [
        ...lostCommands(run.acknowledged, games),
        ...endlessGames(last),
        ...listFaults(last, listed.flat()),
      ],
    },
    { name: 'move lists that do not replay', broken: done.flatMap(replayFaults) },
    { name: 'clocks that are wrong', broken: [...games.values()].flatMap(clockFaults) },
    { name: 'double games', broken: verdict.doubleGames },
    { name: 'rows and games that disagree', broken: verdict.otherOffences },
    { name: 'faults of the rankings', broken: (await Promise.all(tables)).flat() },
    { name: 'faults of the exports', broken: (await Promise.all(exports)).flat() },
    { name: 'bugs of the local cloud', broken: voices.bugs },
  ];
  const ended = endedGames(last);
  // Timeouts and lost races are tried again: what they have broken, if anything, is a law.
  const wanting = [
    ...missing(ended),
    ...voices.errors.map((error) => `an error of ${error}`),
    ...letters.map(([queue, count]) => `${count} dead letters in ${queue}`),
  ];
  return { laws, wanting, ended, games };
}

/** The figures of a run, one line each. */
export function figuresOf({ tally, versions, acknowledged, measured }: Run, judged: Judged) {
  const { ended, games } = judged;
  const count = (what: string): number => tally.counts.get(what) ?? 0;
  const moves = [...games.values()].reduce((sum, all) => sum + (all.at(-1)?.ply ?? 0), 0);
  const kills = count('killed silently') + count('killed with a close');
  const endings = [...ended.byName].map(([name, times]) => `${name} ${times}`);
  const { delayP50Ms, delayP99Ms, delayMaxMs, ownShare, busyShare, fullShare } = measured;
  const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;
  return [
    `games        ${ended.games}, over the board ${percent(ended.overTheBoard)}; taken back ` +
      `${versions.voided()}`,
    `endings      ${endings.join(', ')}`,
    `moves        ${moves}; commands acknowledged ${acknowledged.length}`,
    `kills        ${kills}: silent ${count('killed silently')}, with a close ` +
      `${count('killed with a close')}; reconnects ${count('reconnects')}`,
    `duplicates   ${count('sent twice')} commands sent twice`,
    `held         ${count('held out')} on their way out, ${count('held in')} in, of them lost ` +
      `${count('held and lost')}`,
    `refusals     ${countsOf(tally.counts, 'refused ')}`,
    `lines closed ${countsOf(tally.counts, 'closed ')}`,
    `machine      event-loop delay p50 ${delayP50Ms.toFixed(0)}, p99 ${delayP99Ms.toFixed(0)}, ` +
      `max ${delayMaxMs.toFixed(0)} ms; CPU ${percent(ownShare)} of all cores, everything ` +
      `together ${percent(busyShare)}, full in ${percent(fullShare)} of the seconds`,
  ];
}
