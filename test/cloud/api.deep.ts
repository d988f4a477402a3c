import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeContract } from './api/contract.ts';
import { describeErrors } from './api/errors.ts';
import { type ApiWorld, openApiWorld } from './api/world.ts';

let world: ApiWorld;
beforeAll(async () => {
  world = await openApiWorld();
});
afterAll(() => world.stop());

describeContract(() => world, 20);
// Last, since it uses up what one may do in an hour.
describeErrors(() => world);

it('and no function has failed', () => {
  expect(world.arenas.running.errors).toEqual([]);
});
