import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeAuthorisation } from './api/authorisation.ts';
import { describeContract } from './api/contract.ts';
import { type ApiWorld, openApiWorld } from './api/world.ts';

let world: ApiWorld;
beforeAll(async () => {
  world = await openApiWorld();
});
afterAll(() => world.stop());

describeContract(() => world, 1);
// Last, since everybody asks to be forgotten in it.
describeAuthorisation(() => world);

it('and no function has failed', () => {
  expect(world.arenas.running.errors).toEqual([]);
});
