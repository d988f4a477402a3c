import type { Game } from '../../shared/game/game.ts';
import { SIDES, type Side } from '../../shared/rules/rules.ts';

/**
 * What is wrong with the clocks of one game over all its stored versions, recomputed from the rules
 * alone: each side's first move is free; every other one costs what has passed since the last one
 * and earns the increment, unless he went berserk; nothing else moves a clock, except that berserk
 * takes time away. Arenas without a lag allowance only.
 */
export function clockFaults(versions: readonly Game[]): string[] {
  const [start] = versions;
  if (start === undefined) return [];
  const opening = SIDES.flatMap((side) =>
    start.remainingMs[side] === start.limitMs ? [] : ['does not start with its initial time'],
  );
  const pairs = versions.slice(1).map((after, index) => [versions[index] ?? after, after] as const);
  return [...opening, ...pairs.flatMap(([before, after]) => stepFaults(before, after))].map(
    (fault) => `game ${start.id} ${fault}`,
  );
}

function stepFaults(before: Game, after: Game): string[] {
  const at = `at version ${after.version}`;
  const order = [
    ...(after.version > before.version ? [] : ['does not raise its version']),
    ...(before.state === 'done' ? ['is changed after its end'] : []),
    ...(after.lastAtMs < before.lastAtMs ? ['goes back in time'] : []),
    ...(after.ply === before.ply || after.ply === before.ply + 1 ? [] : ['skips a ply']),
    ...(isLonger(before, after) ? [] : ['rewrites its moves']),
    ...(after.ply === before.ply && after.lastAtMs !== before.lastAtMs ? ['moves its time'] : []),
  ];
  return [...order, ...SIDES.flatMap((side) => sideFaults(before, after, side))].map(
    (fault) => `${fault} ${at}`,
  );
}

const isLonger = (before: Game, after: Game): boolean =>
  before.moves.every((byte, index) => after.moves[index] === byte);

function sideFaults(before: Game, after: Game, side: Side): string[] {
  const gainedMs = after.remainingMs[side] - before.remainingMs[side];
  const berserked = after.berserk[side] && !before.berserk[side];
  if (before.berserk[side] && !after.berserk[side]) return [`takes back the berserk of ${side}`];
  if (berserked) return gainedMs <= 0 ? [] : [`gives ${side} ${gainedMs} ms for berserk`];
  const hasMoved = after.ply > before.ply && before.ply % 2 === (side === 'first' ? 0 : 1);
  const dueMs =
    hasMoved && before.ply >= 2 ? incrementOf(before, side) - spentMs(before, after) : 0;
  return gainedMs === dueMs ? [] : [`changes the clock of ${side} by ${gainedMs} for ${dueMs} ms`];
}

const incrementOf = ({ berserk, incrementMs }: Game, side: Side): number =>
  berserk[side] ? 0 : incrementMs;

const spentMs = (before: Game, after: Game): number => after.lastAtMs - before.lastAtMs;
