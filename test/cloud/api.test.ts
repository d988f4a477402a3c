import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeAuthorisation } from './api/authorisation.ts';
import { describeContract } from './api/contract.ts';
import { type ApiWorld, openApiWorld } from './api/world.ts';

let world: ApiWorld;
beforeAll(async () => {
  world = await openApiWorld();
});
afterAll(() => world.stop());

describeAuthorisation(() => world);
describeContract(() => world, 1);

it('and no function has failed', () => {
  expect(world.arenas.running.errors).toEqual([]);
});
