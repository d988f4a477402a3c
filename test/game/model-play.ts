import { otherSide, SIDES, type Side, sideAt } from '../../shared/rules/rules.ts';
import { deadlineMs } from './model.ts';
import { checkDevice, type Device, hear, messageOf, newDevice, openLine } from './model-device.ts';
import type { Clocks, Fate, Step, Wait, What } from './model-steps.ts';
import type { Pair } from './model-terms.ts';
import {
  FREEZE_GRACE_MS,
  type Message,
  type Moment,
  type Packet,
  serve,
  type World,
  watch,
} from './model-world.ts';

/** The world with two devices, what is on its way, and the gateway's time. */
export interface Play {
  readonly world: World;
  readonly devices: Pair<Device>;
  readonly wire: Packet[];
  nowMs: number;
  /** Steps since the end of the game. */
  over: number;
}

export const newPlay = (world: World): Play => {
  const { first, second } = world.places;
  const devices = { first: newDevice(first.row), second: newDevice(second.row) };
  return { world, devices, wire: [], nowMs: world.start.startedAtMs, over: 0 };
};

const AT_ONCE = { behindMs: 0, lagMs: 0 };
/** An end of the arena this far after the deadline is worth waiting for. */
const END_NEAR_MS = 20_000;

const isEndFar = ({ world: { model } }: Play): boolean =>
  model.endsAtMs > deadlineMs(model) + END_NEAR_MS;

/** A finished game is soon as boring to us as to its players. */
const OVER_STEPS_MAX = 8;

export async function take(play: Play, taken: Step): Promise<void> {
  if (play.world.model.end !== null && ++play.over > OVER_STEPS_MAX) return;
  if (taken.do === 'rally') await rallyOf(play, taken.picks, taken.everyMs);
  else if (taken.do === 'overtime') await overtimeOf(play, taken);
  else {
    play.nowMs = later(play, taken.wait);
    await takeNow(play, taken);
  }
  for (const who of SIDES) checkDevice(play.world, play.devices[who]);
}

async function takeNow(
  play: Play,
  taken: Exclude<Step, { do: 'rally' | 'overtime' }>,
): Promise<void> {
  switch (taken.do) {
    case 'say': {
      const { who, message } = await meantBy(play, taken);
      return send(play, who, message, taken.fate, taken);
    }
    case 'deliver': {
      const [packet] = play.wire.splice(taken.pick % Math.max(1, play.wire.length), 1);
      return packet && arrive(play, packet, taken, true);
    }
    case 'reconnect': {
      const who = taken.side === 'fit' ? turnIn(play) : taken.side;
      for (let line = 0; line < taken.lines; line++) {
        openLine(play.devices[who], play.world, who, play.nowMs);
        await send(play, who, { t: 'hello' }, taken.fate, taken);
      }
      return;
    }
    case 'look':
      return watch(play.world, taken.who, play.nowMs);
  }
}

/** Who says what; a device that knows that it is behind asks for the state first. */
async function meantBy(
  play: Play,
  { side, what, pick }: Pick<Step & { do: 'say' }, 'side' | 'what' | 'pick'>,
): Promise<{ readonly who: Side; readonly message: Message }> {
  const said = what === 'reply' ? replyIn(play, pick) : what;
  const who = side === 'fit' ? fitting(play, said) : side;
  if (play.devices[who].behind) await send(play, who, { t: 'hello' }, 'arrives', AT_ONCE);
  return { who, message: messageOf(play.devices[who], who, said, pick) };
}

async function overtimeOf(play: Play, taken: Step & { do: 'overtime' }): Promise<void> {
  const { model } = play.world;
  const atMs = model.endsAtMs + taken.offMs;
  if (isEndFar(play) || play.nowMs > atMs) return;
  play.nowMs = atMs;
  const { who, message } = await meantBy(play, taken);
  const { line } = play.devices[who];
  if (taken.isFrozen) {
    play.nowMs = model.endsAtMs + FREEZE_GRACE_MS;
    await watch(play.world, 'keeper', play.nowMs);
  }
  const moment = { atMs, nowMs: atMs + taken.lagMs };
  await arrive(play, { side: who, line, message, taken: moment }, AT_ONCE, true);
}

async function rallyOf(play: Play, picks: readonly number[], everyMs: number): Promise<void> {
  for (const pick of picks) {
    if (play.world.model.end !== null) return;
    play.nowMs += everyMs;
    const who = turnIn(play);
    if (play.devices[who].behind) await send(play, who, { t: 'hello' }, 'arrives', AT_ONCE);
    await send(play, who, messageOf(play.devices[who], who, 'move', pick), 'arrives', AT_ONCE);
  }
}

function later(play: Play, passes: Wait): number {
  const { nowMs } = play;
  const { model } = play.world;
  if (typeof passes === 'number') return nowMs + passes;
  const { until, offMs } = passes;
  // Nobody waits an hour for the end of the arena while his clock runs.
  if (until === 'end' && isEndFar(play)) return nowMs;
  const marks = { deadline: deadlineMs(model), quiet: model.quietUntilMs, end: model.endsAtMs };
  return Math.max(nowMs, marks[until] + offMs);
}

const turnIn = ({ world }: Play): Side => sideAt(world.model.turns.length);

/** What somebody will say now who looks at the game. */
function replyIn({ world: { model }, nowMs }: Play, pick: number): Exclude<What, 'reply'> {
  if (nowMs > deadlineMs(model)) return 'claimFlag';
  if (Math.abs(nowMs - model.quietUntilMs) <= 1) return 'claimAbandoned';
  if (model.offer !== null) return pick % 3 === 0 ? 'acceptDraw' : 'declineDraw';
  if (model.asking !== null) return 'here';
  return model.turns.length < 2 ? 'berserk' : 'offerDraw';
}

/** Who has a reason to say this. */
function fitting(play: Play, said: Exclude<What, 'reply'>): Side {
  const { model } = play.world;
  switch (said) {
    case 'claimFlag':
    case 'claimAbandoned':
      return otherSide(turnIn(play));
    case 'acceptDraw':
    case 'declineDraw':
      return otherSide(model.offer ?? turnIn(play));
    case 'berserk':
      return play.nowMs % 2 === 0 ? turnIn(play) : otherSide(turnIn(play));
    default:
      return turnIn(play);
  }
}

async function send(
  play: Play,
  who: Side,
  message: Message,
  how: Fate,
  at: Pick<Clocks, 'behindMs' | 'lagMs'>,
): Promise<void> {
  const packet = { side: who, line: play.devices[who].line, message };
  play.world.count(`${how} of messages`);
  if (how === 'later' || how === 'laterToo') play.wire.push(packet);
  if (how === 'held') play.wire.push({ ...packet, taken: momentOf(play, at) });
  if (how === 'later' || how === 'held' || how === 'lost') return;
  await arrive(play, packet, at, how !== 'answerLost');
  if (how === 'twice') await arrive(play, packet, at, true);
}

const momentOf = ({ nowMs }: Play, at: Pick<Clocks, 'behindMs' | 'lagMs'>): Moment => ({
  atMs: nowMs - at.behindMs,
  nowMs: nowMs - at.behindMs + at.lagMs,
});

/** The backend takes it; what it tells reaches the lines that are still open. */
async function arrive(
  play: Play,
  packet: Packet,
  at: Pick<Clocks, 'behindMs' | 'lagMs'>,
  isHeard: boolean,
): Promise<void> {
  const { world, devices } = play;
  const heard = world.stage.told.length;
  const answer = await serve(world, packet, packet.taken ?? momentOf(play, at));
  const { line } = devices[packet.side];
  const isOpen = line.connection === packet.line.connection;
  if (isOpen && isHeard) hear(devices[packet.side], answer, packet.message);
  for (const { to, message } of world.stage.told.slice(heard)) {
    for (const who of SIDES) {
      if (devices[who].line.connection === to) hear(devices[who], message, null);
    }
  }
}

const REFILLED_AFTER_MS = 30_000;

/** Both come back on new lines, and once more, since coming back may answer a question. */
export async function settle(play: Play): Promise<void> {
  play.nowMs += REFILLED_AFTER_MS;
  for (const who of SIDES) openLine(play.devices[who], play.world, who, play.nowMs);
  for (const who of [...SIDES, ...SIDES]) {
    await send(play, who, { t: 'hello' }, 'arrives', AT_ONCE);
  }
}
