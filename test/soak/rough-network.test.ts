import { beforeEach, describe, expect, it } from 'vitest';
import type { SocketEvent } from '../../shared/client/surroundings.ts';
import { seededRandom } from '../../shared/core/random.ts';
import { type VirtualTime, virtualTime } from '../support/virtual-time.ts';
import { createNetwork, type InnerSocket, type Roughness } from './rough-network.ts';

const SEED = Number(process.env.SEED ?? 1);
const MESSAGES = 400;
const CALM: Roughness = { killedAtMs: null, twiceShare: 0, heldShare: 0, heldMsMax: 0 };
const LONG_MS = 3_600_000;

let time: VirtualTime;
let events: string[];
/** What has reached the other end. */
let arrived: string[];
let opened: FakeSocket[];

beforeEach(() => {
  time = virtualTime(0, () => false);
  [events, arrived, opened] = [[], [], []];
});

/** A line that loses nothing, as a test's end of it. */
class FakeSocket implements InnerSocket {
  ended: 'closed' | 'terminated' | null = null;
  readonly #listeners: { readonly type: string; readonly hear: (e: SocketEvent) => void }[] = [];

  constructor() {
    opened.push(this);
  }
  send(text: string): void {
    arrived.push(text);
  }
  close(): void {
    this.ended ??= 'closed';
    this.tell({ type: 'close', code: 1005 });
  }
  terminate(): void {
    this.ended = 'terminated';
    this.tell({ type: 'close', code: 1006 });
  }
  addEventListener(type: string, hear: (event: SocketEvent) => void): void {
    this.#listeners.push({ type, hear });
  }
  tell(event: SocketEvent): void {
    for (const { type, hear } of this.#listeners) if (type === event.type) hear(event);
  }
}

function openNetwork(roughness: Partial<Roughness>, seed = SEED) {
  const observer = { count: (what: string) => void events.push(what), sent: () => {} };
  return createNetwork({
    Inner: FakeSocket,
    after: (delayMs, run) => {
      let isOn = true;
      time.at(time.now() + delayMs, () => isOn && run());
      return () => {
        isOn = false;
      };
    },
    random: seededRandom(seed),
    roughness: { ...CALM, ...roughness },
    observer: { ...observer, heard: () => {} },
  });
}

/** An open line on such a network, with what its client hears. */
function openLine(roughness: Partial<Roughness>, seed = SEED) {
  const network = openNetwork(roughness, seed);
  const line = new network.WebSocket('ws://anywhere');
  const heard: unknown[] = [];
  let closed: { readonly atMs: number; readonly code: number | undefined } | null = null;
  line.addEventListener('message', ({ data }) => void heard.push(data));
  line.addEventListener('close', ({ code }) => {
    closed ??= { atMs: time.now(), code };
  });
  const inner = opened.at(-1) ?? new FakeSocket();
  inner.tell({ type: 'open' });
  return { network, line, inner, heard, closed: () => closed };
}

const untilMs = (atMs: number) => time.run(() => time.now() >= atMs, atMs);
const counted = (what: string): number => events.filter((event) => event === what).length;
const numbers = Array.from({ length: MESSAGES }, (_, n) => `${n}`);

describe('a rough network', () => {
  it('passes everything at once and in order where it is calm', () => {
    const { line, inner, heard } = openLine({});
    for (const text of numbers) {
      line.send(text);
      inner.tell({ type: 'message', data: text });
    }
    expect(arrived).toEqual(numbers);
    expect(heard).toEqual(numbers);
    expect(events).toEqual([]);
  });

  it('sends about the given share twice, and never a ping', () => {
    const { line } = openLine({ twiceShare: 0.25 });
    for (const text of numbers) line.send(text);
    const twice = counted('sent twice');
    expect(arrived).toHaveLength(MESSAGES + twice);
    expect(twice / MESSAGES).toBeGreaterThan(0.15);
    expect(twice / MESSAGES).toBeLessThan(0.35);
    for (let n = 0; n < MESSAGES; n++) line.send('{"t":"ping"}');
    expect(counted('sent twice')).toBe(twice);
  });

  it('holds messages back both ways, reorders them, loses none of a line that holds', async () => {
    const { line, inner, heard } = openLine({ heldShare: 0.5, heldMsMax: 2_000 });
    for (const text of numbers) {
      line.send(text);
      inner.tell({ type: 'message', data: text });
    }
    expect(arrived.length).toBeLessThan(MESSAGES);
    await time.run(() => false, LONG_MS);
    for (const texts of [arrived, heard]) {
      expect(texts).not.toEqual(numbers);
      expect([...texts].sort()).toEqual([...numbers].sort());
    }
    expect(time.now()).toBeLessThanOrEqual(2_000);
  });

  it('kills every line in its time, half with a close and half in silence', async () => {
    const killedAtMs = { min: 2_000, max: 12_000 };
    const lines = Array.from({ length: 100 }, (_, n) => openLine({ killedAtMs }, SEED + n));
    await time.run(() => false, LONG_MS);
    const codes = lines.map(({ closed }) => closed()?.code);
    const ages = lines.map(({ closed }) => closed()?.atMs ?? Number.NaN);
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(2_000);
    // What was cut in silence is noticed up to 4 s later.
    expect(Math.max(...ages)).toBeLessThanOrEqual(16_000);
    for (const [code, what] of [
      [1005, 'killed with a close'],
      [1006, 'killed silently'],
    ] as const) {
      expect(codes.filter((one) => one === code)).toHaveLength(counted(what));
      expect(counted(what)).toBeGreaterThan(30);
    }
    expect(counted('killed with a close') + counted('killed silently')).toBe(100);
  });

  it('lets nothing pass after a silent cut, and tells the client of it at last', async () => {
    const { network, line, inner, heard, closed } = openLine({ heldShare: 1, heldMsMax: 100 });
    line.send('on its way');
    network.goDark(60_000);
    line.send('lost');
    inner.tell({ type: 'message', data: 'lost' });
    line.close();
    expect(inner.ended).toBeNull();
    await untilMs(4_000);
    expect([arrived, heard]).toEqual([[], []]);
    expect(counted('held and lost')).toBe(1);
    expect([inner.ended, closed()?.code]).toEqual(['terminated', 1006]);
  });

  it('opens no line while it is dark', async () => {
    const network = openNetwork({});
    network.goDark(60_000);
    expect(() => new network.WebSocket('ws://anywhere')).toThrow('no network');
    await untilMs(60_000);
    expect(network.isDark()).toBe(false);
    expect(new network.WebSocket('ws://anywhere')).toBeDefined();
  });
});
