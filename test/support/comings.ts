import { expect } from 'vitest';
import { visitLobby } from '../../shared/app/lobby.ts';
import type { Arena } from '../../shared/arena/arena.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { ServerMessage } from '../../shared/protocol/server-message.ts';
import type { Task } from './race.ts';
import { type Stage, speaking } from './stage.ts';

/** What a player says of his place. */
export type Said = { readonly t: 'enter' | 'leave' | 'pause' };
/** A player says it, in a race. */
export const saying =
  (stage: Stage, player: PlayerId, { id }: Pick<Arena, 'id'>, { t }: Said): Task =>
  (ports) =>
    visitLobby(ports, speaking(stage, player), { t, arena: id });

export const leaving = (stage: Stage, player: PlayerId, arena: Pick<Arena, 'id'>) =>
  saying(stage, player, arena, { t: 'leave' });
export const entering = (stage: Stage, player: PlayerId, arena: Pick<Arena, 'id'>) =>
  saying(stage, player, arena, { t: 'enter' });

/** The kind of an answer, or why it was refused. */
export const kindOf = (answer: unknown): string => {
  const message = answer as ServerMessage;
  return message.t === 'refused' ? message.code : message.t;
};

/** As many places are taken as there are rows; nobody has half of anything. */
export async function expectWhole(stage: Stage, arena: Arena): Promise<readonly PlayerId[]> {
  const rows = await stage.store.rows(arena, 'consistent');
  expect(await stage.store.placesTaken(arena)).toBe(rows.length);
  const been = stage.store
    .all()
    .flatMap((one) => (one.type === 'participation' && one.arena === arena.id ? [one.player] : []));
  const there = rows.map(({ player }) => player).sort();
  expect(been.sort()).toEqual(there);
  return there;
}
