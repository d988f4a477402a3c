import * as v from 'valibot';
import type { LineWatch } from '../../bots/device.ts';

/** What was measured on the lines of all players, in ms unless said otherwise. */
export interface Readings {
  readonly ticketMs: readonly number[];
  readonly connectMs: readonly number[];
  /** From a move to its answer. */
  readonly moveMs: readonly number[];
  /** From the wish for a game to the game. */
  readonly pairingMs: readonly number[];
  /** Starts of games by the clock of the server (epoch ms). */
  readonly gameStartsMs: readonly number[];
  /** By this machine's clock (epoch ms); null: nothing was scored. */
  readonly firstScoredAtMs: number | null;
  /** How often the server refused something, by its code; but for whoever is not there yet. */
  readonly refusals: Readonly<Record<string, number>>;
  /** Frames in which the gateway spoke for itself: throttled, or a function has failed. */
  readonly gatewayFrames: number;
  /** Of the server ahead of this machine, by the quickest echo; null: there was none. */
  readonly clockAheadMs: number | null;
}

export interface Gauge {
  readonly read: () => Readings;
  readonly ticket: (tookMs: number) => void;
  /** For the lines of one player. */
  readonly watch: () => LineWatch;
}

const sentFrame = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ t: v.string(), cid: v.optional(v.string(), '') }),
);
const heardFrame = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({
    t: v.optional(v.string()),
    cid: v.optional(v.string()),
    code: v.optional(v.string()),
    nowMs: v.optional(v.number()),
    game: v.optional(v.unknown()),
  }),
);

interface Sent {
  readonly t: string;
  readonly atMs: number;
}

/** Whoever is ready before the start (epoch ms of the server) waits from then on. */
export function createGauge(startsAtMs: number): Gauge {
  const lists = {
    ...{ ticketMs: [] as number[], connectMs: [] as number[], moveMs: [] as number[] },
    ...{ pairingMs: [] as number[], gameStartsMs: [] as number[] },
  };
  const refusals: Record<string, number> = {};
  let gatewayFrames = 0;
  let firstScoredAtMs: number | null = null;
  let echo: { readonly tookMs: number; readonly aheadMs: number } | null = null;

  const learnClock = (sentAtMs: number, atMs: number, serverMs: number): void => {
    const tookMs = atMs - sentAtMs;
    if (echo !== null && echo.tookMs <= tookMs) return;
    echo = { tookMs, aheadMs: Math.round(serverMs - (sentAtMs + tookMs / 2)) };
  };

  const watch = (): LineWatch => {
    const sent = new Map<string, Sent>();
    let pingAtMs: number | null = null;
    let wishAtMs: number | null = null;

    const answered = (cid: string, atMs: number): void => {
      const asked = sent.get(cid);
      sent.delete(cid);
      if (asked?.t === 'move') lists.moveMs.push(atMs - asked.atMs);
    };
    const paired = (startedAtMs: number, atMs: number): void => {
      lists.gameStartsMs.push(startedAtMs);
      const localStartMs = startsAtMs - (echo?.aheadMs ?? 0);
      if (wishAtMs !== null) lists.pairingMs.push(atMs - Math.max(wishAtMs, localStartMs));
      wishAtMs = null;
    };
    return {
      opened: (tookMs) => void lists.connectMs.push(tookMs),
      sent: (text) => {
        const { t, cid } = v.parse(sentFrame, text);
        if (t === 'ping') pingAtMs = Date.now();
        else sent.set(cid, { t, atMs: Date.now() });
        if (t === 'lobby') wishAtMs ??= Date.now();
      },
      heard: (text) => {
        const atMs = Date.now();
        const { success, output } = v.safeParse(heardFrame, text);
        if (!success || output.t === undefined) {
          gatewayFrames += 1;
          return;
        }
        const { t, cid, code = 'unknown', nowMs, game } = output;
        if (t === 'pong' && pingAtMs !== null && nowMs !== undefined) {
          learnClock(pingAtMs, atMs, nowMs);
        }
        // The first word of a client, before it enters.
        if (t === 'refused' && code !== 'notEntered') refusals[code] = (refusals[code] ?? 0) + 1;
        if (t === 'scored') firstScoredAtMs ??= atMs;
        const startedAtMs = (game as { startedAtMs?: unknown } | undefined)?.startedAtMs;
        if (t === 'paired' && typeof startedAtMs === 'number') paired(startedAtMs, atMs);
        if (cid !== undefined) answered(cid, atMs);
      },
    };
  };

  return {
    ticket: (tookMs) => void lists.ticketMs.push(tookMs),
    watch,
    read: () => ({
      ...lists,
      ...{ refusals, gatewayFrames, firstScoredAtMs, clockAheadMs: echo?.aheadMs ?? null },
    }),
  };
}
