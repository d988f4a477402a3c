import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { prepareStack } from '../../infra/cli/cloud.ts';
import { type Release, recordedReleases } from './fixture.ts';
import { eventsOf, stepDifferences, vocabularyOf } from './replay.ts';
import { openToday, type Today } from './today.ts';

const RELEASES = recordedReleases();

describe.each(RELEASES)('what release $version has stored and sent', (recorded) => {
  let today: Today;
  let release: Release;
  const receiver = createServer((request, response) => {
    request.resume();
    response.writeHead(Number(request.url?.slice(1))).end();
  });
  const lines: string[] = [];
  beforeAll(async () => {
    await new Promise<void>((done) => receiver.listen(0, '127.0.0.1', done));
    const { port } = receiver.address() as AddressInfo;
    const text = JSON.stringify(recorded).replace(/localhost:\d+(\/\d{3})/g, `localhost:${port}$1`);
    release = JSON.parse(text) as Release;
    // Before the functions are loaded, which take their clock from what there is then.
    vi.useFakeTimers({ toFake: ['Date'] });
    today = await openToday(inject('stack') ?? (await prepareStack()));
    vi.spyOn(console, 'log').mockImplementation((line) => void lines.push(String(line)));
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    vi.useRealTimers();
    receiver.close();
    await today.close();
  });

  it('is done alike by the functions of today, step by step', async () => {
    const { steps } = release;
    const vocabulary = vocabularyOf(release);
    const eventOf = eventsOf(steps);
    const wrong: string[] = [];
    let known = '';
    for (const [index, step] of steps.entries()) {
      vi.setSystemTime(step.atMs);
      const event = eventOf(step);
      known += JSON.stringify(event);
      expect([index, step.by, today.isWokenBy(step, event)]).toEqual([index, step.by, true]);
      const done = await today.run(step, event);
      const found = stepDifferences(vocabulary, known, step, done);
      wrong.push(...found.map((line) => `step ${index}, ${step.by}: ${line}`));
      known += JSON.stringify([step.wrote, step.answer]);
      today.goOn(step);
    }

    expect(wrong).toEqual([]);
    expect(lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  });
});
