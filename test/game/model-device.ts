import assert from 'node:assert/strict';
import type { ServerMessage } from '../../shared/protocol/server-message.ts';
import { OWARE_START, type OwarePosition, oware } from '../../shared/rules/oware.ts';
import type { Side } from '../../shared/rules/rules.ts';
import { lineOf } from '../support/stage.ts';
import type { What } from './model-steps.ts';
import type { Line, Message, World } from './model-world.ts';

/** A player's device: what it has been told of the game, on the newest of its lines. */
export interface Device {
  line: Line;
  lines: number;
  position: OwarePosition;
  moves: string[];
  /** Something is missing: it asks for the state before it says anything else. */
  behind: boolean;
}

export const newDevice = (line: Line): Device => ({
  ...{ line, lines: 0, position: OWARE_START, moves: [], behind: false },
});

/** What a player means by it who knows what his device shows. */
export function messageOf(
  { position, moves }: Device,
  who: Side,
  meant: Exclude<What, 'reply'>,
  pick: number,
): Message {
  const ply = moves.length;
  const legal = oware.legal(position);
  switch (meant) {
    case 'move':
      return { t: 'move', ply, move: legal[pick % legal.length] ?? 'A' };
    case 'badMove':
      return { t: 'move', ply, move: who === 'first' ? 'g' : 'A' };
    case 'otherPly': {
      const other = pick % (ply + 2);
      return { t: 'move', ply: other, move: moves[other] ?? 'A' };
    }
    case 'offerDraw':
      return { t: 'offerDraw', ply };
    case 'otherOffer':
      return { t: 'offerDraw', ply: pick % (ply + 2) };
    default:
      return { t: meant };
  }
}

/** Applies the next ply and nothing else; an answer is known by what it answers. */
export function hear(device: Device, news: ServerMessage, asked: Message | null): void {
  const ply = device.moves.length;
  if (news.t === 'state') {
    if (news.game === null) return;
    device.moves = [];
    device.position = OWARE_START;
    for (const move of news.game.moves.split(' ').filter(Boolean)) push(device, move);
    device.behind = false;
  } else if (news.t === 'refused') device.behind ||= news.code === 'stalePly';
  else if (news.t === 'bye' || !('clock' in news)) return;
  else if (news.t === 'moved' && (asked?.t === 'move' ? asked.ply : news.ply - 1) === ply) {
    push(device, news.move);
    device.behind ||= news.ply > ply + 1;
  } else device.behind ||= news.ply > ply;
}

function push(device: Device, move: string): void {
  const next = oware.move(device.position, move);
  assert.ok(next, `${move} can be played on what the device shows`);
  device.position = next.position;
  device.moves.push(move);
}

/** Whatever is lost, doubled or late: a device shows moves that were played, in their order. */
export function checkDevice({ model }: World, { moves }: Device): void {
  const played = model.turns.map(({ house }) => house);
  assert.deepEqual(moves, played.slice(0, moves.length), 'a device shows the game');
}

export function openLine(device: Device, { start }: World, who: Side, nowMs: number): void {
  device.lines += 1;
  const connectedAtMs = Math.max(nowMs, device.line.connectedAtMs + 1);
  device.line = { connection: lineOf(start.seats[who].player, ` ${device.lines}`), connectedAtMs };
}
