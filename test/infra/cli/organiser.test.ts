import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WholeSeriesView } from '../../../shared/protocol/api/series-view.ts';
import type { ArenaDetails } from '../../../shared/protocol/arena-details.ts';
import { type RunningCloud, runCloud } from '../../cloud/running-cloud.ts';
import { type Cli, cliOn, type Ran } from './organiser-cli.ts';

const SOME_START = '2030-01-20T18:00';
const FRIDAY = `schedule --name Friday --start ${SOME_START} --minutes 90 --clock 3+2`;

let running: RunningCloud;
let folder: string;
let wrong: string;
const all: Ran[] = [];
let cli: Cli;
beforeAll(async () => {
  running = await runCloud();
  folder = await mkdtemp(join(tmpdir(), 'organiser-'));
  const { issuer } = running.cloud;
  wrong = await issuer.mintToken({ subject: 'o', roles: ['organiser'], expiresInS: -60 });
  cli = cliWith(running.organiser);
});
afterAll(async () => {
  await running.cloud.stop();
  await rm(folder, { recursive: true });
});

let keys = 0;
const cliWith = (token: string, sleep = async (): Promise<unknown> => undefined): Cli => {
  const env = { ARENA_ENDPOINT: running.cloud.httpUrl, ARENA_TOKEN: token };
  return cliOn({ env, sleep, newKey: () => `key-${++keys}` }, all);
};

/** What a command says; it must end well. */
async function done(line: string): Promise<string> {
  const { exitCode, out, err } = await cli(line);
  expect([line, err, exitCode]).toEqual([line, '', 0]);
  return out;
}
const json = async <T>(line: string): Promise<T> => JSON.parse(await done(`${line} --json`)) as T;
const refused = async (line: string): Promise<string> => {
  const { exitCode, out, err } = await cli(line);
  expect([line, out, exitCode]).toEqual([line, '', 1]);
  return err.trimEnd();
};

describe('the command line of an organiser', () => {
  it('steers an arena from its schedule to its end', async () => {
    const scheduled = await done(`${FRIDAY} --zone Europe/Amsterdam --rating-max 1800 --casual`);
    expect(scheduled).toContain('starts        2030-01-20 17:00 UTC');
    expect(scheduled).toContain('              2030-01-20 18:00 Europe/Amsterdam');
    expect(scheduled).toContain('ends          2030-01-20 18:30 UTC');
    expect(scheduled).toContain('oware 3+2, casual');
    const id = scheduled.slice(0, 11);

    expect(await done('list upcoming')).toMatch(new RegExp(`^${id} .* Friday$`, 'm'));
    expect(await done('mine')).toMatch(new RegExp(`^${id} .* Friday$`, 'm'));
    const now = await json<ArenaDetails>(`change ${id} --start ${SOME_START}Z --guests no`);
    expect(now).toMatchObject({ id, version: 1, startsAtMs: Date.UTC(2030, 0, 20, 18) });
    expect(now.entry).toMatchObject({ guests: false, ratingMax: 1_800 });
    expect(await refused(`change ${id} --name Late --version 0`)).toContain('412 versionConflict');

    const copied = await json<ArenaDetails>(`copy ${id} --in 2d --name Copy`);
    expect(copied).toMatchObject({ name: 'Copy', rated: false, entry: now.entry });
    expect(await done(`entries close ${id} --reason "it is full"`)).toContain(
      'closed to newcomers',
    );
    expect(await done(`entries open ${id} --reason places`)).not.toContain('closed to newcomers');
    expect(await done(`note ${id} --text "Tea is served"`)).toBe('told 0 players\n');
    expect(await done(`organisers ${id} --add ama --add kofi`)).toBe('ama\nkofi\n');
    expect(await done(`organisers ${id} --drop ama`)).toBe('kofi\n');

    const off = await done(`cancel ${id} --reason "the hall is closed"`);
    expect(off).toMatch(/^state +cancelled\ncancelled +the hall is closed$/m);
    expect(await refused(`change ${id} --name Again`)).toMatch(/^change: 409 arenaOver: /);
    const audit = await done(`audit ${id}`);
    expect(audit.match(/ UTC {2}o (\w+)/g)?.map((deed) => deed.slice(8))).toEqual([
      ...['cancel', 'organisers', 'organisers', 'note', 'openEntries', 'closeEntries', 'change'],
      'create',
    ]);
    expect(audit).toMatch(/ o cancel: the hall is closed$/m);
  });

  it('makes one arena of two requests with one key', async () => {
    let isDone: (value: unknown) => void = () => {};
    const oneIsDone = new Promise((resolve) => {
      isDone = resolve;
    });
    const racer = cliWith(running.organiser, () => oneIsDone);
    const race = async (): Promise<Ran> => {
      const ran = await racer(`${FRIDAY} --name Race --key friday --json`);
      isDone(null);
      return ran;
    };
    const [one, other] = await Promise.all([race(), race()]);

    expect([one.exitCode, other.exitCode, one.err + other.err]).toEqual([0, 0, '']);
    expect(other.out).toBe(one.out);
    expect((await done('mine')).match(/ Race$/gm)).toHaveLength(1);
    expect(await refused(`${FRIDAY} --name Other --key friday`)).toMatch(
      /^schedule: 422 keyReused: idempotency-key: /,
    );
  });

  it('says in one line what the server does not like', async () => {
    expect(await refused(FRIDAY.replace('90', '9000'))).toBe(
      'schedule: 400 invalid: durationMs: an integer from 10000 to 86400000 ms',
    );
    expect(await refused(FRIDAY.replace('2030', '2020'))).toBe(
      'schedule: 400 invalid: startsAtMs: an instant in the future',
    );
    expect(await refused('show aaaaaaaaaaa')).toContain('show: 404 noSuchArena');
    const expired = await cliWith(wrong)(FRIDAY);
    expect([expired.exitCode, expired.err]).toEqual([
      ...[1, 'schedule: 401 Unauthorized: the token is over, or of another server\n'],
    ]);
    const player = await cliWith(await running.tokenOf('player'))(FRIDAY);
    expect([player.exitCode, player.err]).toEqual([1, 'schedule: 403 forbidden: role organiser\n']);
  });

  it('reads tables, results and exports', async () => {
    const { id, name } = await json<ArenaDetails>(FRIDAY);

    expect(await done(`show ${id}`)).toMatch(new RegExp(`^${id}  ${name}\n`));
    expect(await done(`standings ${id}`)).toBe('Friday, 0 players, created\n');
    expect(await done(`results csv ${id}`)).toMatch(/^rank,player,name,.*,sheet\r\n$/);
    expect(await done(`results ndjson ${id}`)).toBe('');
    expect(JSON.parse(await done(`export ${id}`))).toMatchObject({ type: 'arena', id });
    expect(await done(`reports ${id}`)).toBe('');
    expect(await refused(`disqualify ${id} aaaaaaaaaaa --reason engine`)).toMatch(
      /^disqualify: \d+ \w+: /,
    );
  });

  it('imports an allow list, or says which line is wrong', async () => {
    const { id } = await json<ArenaDetails>(`${FRIDAY} --access list`);
    const file = join(folder, 'members.csv');
    await writeFile(file, 'player\r\n7Hi8Jk9Lm0N\r\nnobody\r\n');
    expect(await refused(`allow-list set ${id} ${file}`)).toContain('400 invalid: line 3: ');

    await writeFile(file, 'player,account\r\n7Hi8Jk9Lm0N,\r\n,ama\r\n');
    expect(await done(`allow-list set ${id} ${file}`)).toBe('2 players may enter\n');
    const lines = (await done(`allow-list get ${id}`)).trimEnd().split('\r\n');
    expect(lines[0]).toBe('player,name');
    expect(lines.slice(1)).toContain('7Hi8Jk9Lm0N,');
    expect(lines).toHaveLength(3);
  });

  it('makes series and webhooks', async () => {
    const weekly = '--weekly sunday@20:00 --minutes 90 --clock 3+2 --zone Europe/Amsterdam';
    const { id } = await json<WholeSeriesView>(`series create --name Sundays ${weekly}`);
    expect(await done('series list')).toMatch(new RegExp(`^${id}  Sundays: every sunday`, 'm'));
    expect(await done(`series change ${id} --weekly friday@20:00 --weekly sunday@20:00`)).toContain(
      'every friday at 20:00; every sunday at 20:00 Europe/Amsterdam',
    );
    expect(await done(`series pause ${id}`)).toMatch(/^state +paused$/m);
    expect(await done(`series resume ${id}`)).toMatch(/^state +active$/m);
    expect(await done(`series show ${id}`)).toMatch(/^next +.* UTC\n +.* 20:00 Europe/m);
    expect(await done(`series history ${id}`)).toBe('');
    expect(await done(`series calendar ${id}`)).toMatch(/^BEGIN:VCALENDAR\r\n/);

    const added = await done(`webhooks add ${running.cloud.httpUrl}/x --event arena.frozen`);
    expect(added).toMatch(/^secret +whsec_/m);
    const hook = added.split(' ')[0] ?? '';
    expect(await done('webhooks list')).toBe(`${added.split('\n')[0]}\n`);
    expect(await done(`webhooks deliveries ${hook}`)).toBe('');
    expect(await done(`webhooks remove ${hook}`)).toBe(`${hook} is removed\n`);
    expect(await done('webhooks list')).toBe('');
  });

  it('never says a token, and nothing went wrong in the cloud', () => {
    expect(all.length).toBeGreaterThan(40);
    for (const { out, err } of all) {
      expect(out + err).not.toContain(running.organiser);
      expect(out + err).not.toContain(wrong);
    }
    expect(running.errors).toEqual([]);
  });
});
