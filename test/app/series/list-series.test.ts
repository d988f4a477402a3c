import { describe, expect, it } from 'vitest';
import { listSeries } from '../../../shared/app/series/show-series.ts';
import { pauseSeries } from '../../../shared/app/series/steer-series.ts';
import type { Series } from '../../../shared/arena/series.ts';
import { createOn, utc } from '../../support/series.ts';
import { createStage, type Stage } from '../../support/stage.ts';

const pageOn = async ({ ports }: Stage, state: Series['state'], cursor: string | null) => {
  const page = await listSeries(ports, state, cursor);
  if (!page.ok) throw new Error(page.error.code);
  return page.value;
};

describe('the list of series', () => {
  it('comes in pages, each series once, those in one state', async () => {
    const stage = createStage({ nowMs: utc('2027-03-15T09:00') });
    const made: string[] = [];
    for (let which = 0; which < 45; which++) {
      // Several share the instant at which the planner looks at them.
      stage.clock.nowMs += which % 3;
      made.push((await createOn(stage, { name: `Series ${which}` })).id);
    }
    const paused = made[7] as Series['id'];
    await pauseSeries(stage.ports, paused, 'organiser');
    const first = await pageOn(stage, 'active', null);
    const second = await pageOn(stage, 'active', first.next);
    const third = await pageOn(stage, 'active', second.next);
    const pages = [first, second, third];
    expect(pages.map(({ series, next }) => [series.length, next === null])).toEqual([
      [20, false],
      [20, false],
      [4, true],
    ]);
    const listed = pages.flatMap(({ series }) => series.map(({ id }) => id));
    expect(listed.sort()).toEqual(made.filter((id) => id !== paused).sort());
    const { series: others, next } = await pageOn(stage, 'paused', null);
    expect([others.map(({ id }) => id), next]).toEqual([[paused], null]);
  });

  it.each(['x', '1e3-AAAAAAAAAAA', '1.5-AAAAAAAAAAA', '1-zzzzzzzzzzz', '1'])(
    'knows no page after %s',
    async (cursor) => {
      expect(await listSeries(createStage().ports, 'active', cursor)).toMatchObject({
        error: { code: 'invalid', field: 'cursor' },
      });
    },
  );
});
