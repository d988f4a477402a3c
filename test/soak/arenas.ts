import { Readable } from 'node:stream';
import { verifyExport } from '../../infra/cli/arena/verify.ts';
import { httpClient } from '../../infra/cli/client.ts';
import type { LocalCloud } from '../../infra/local/local-cloud.ts';
import type { PlayerId } from '../../shared/core/ids.ts';
import type { ArenaView } from '../../shared/protocol/arena-view.ts';
import type { Flags } from './flags.ts';

/** The instants of a run (epoch ms). */
export interface Times {
  readonly startsAtMs: number;
  readonly endsAtMs: number;
}

const ARRIVAL_MS = 8_000;
const ARRIVAL_MS_A_PLAYER = 80;

export function timesOf({ players, minutes }: Flags, nowMs: number): Times {
  const startsAtMs = nowMs + ARRIVAL_MS + players * ARRIVAL_MS_A_PLAYER;
  return { startsAtMs, endsAtMs: startsAtMs + Math.round(minutes * 60_000) };
}

/** Generous: who is off the line for a while must not lose by his clock. */
const CLOCK = { limitMs: 90_000, incrementMs: 2_000 };
const POLICY = { firstMoveMs: 30_000 };

/** What is done to arenas from outside. */
export interface Organiser {
  readonly createArena: (name: string, times: Times) => Promise<ArenaView>;
  readonly remove: (arena: ArenaView, player: PlayerId) => Promise<void>;
}

export async function openOrganiser({ issuer, httpUrl }: LocalCloud): Promise<Organiser> {
  const client = httpClient(httpUrl);
  const token = await issuer.mintToken({ subject: 'organiser', roles: ['organiser'] });
  return {
    createArena: (name, { startsAtMs, endsAtMs }) =>
      client.createArena(token, {
        ...{ name, clock: CLOCK, policy: POLICY, startsAtMs, durationMs: endsAtMs - startsAtMs },
      }),
    remove: async ({ id }, player) => {
      const url = `${httpUrl}/arenas/${id}/players/${player}/remove`;
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ reason: 'to see whether the others play on' });
      const response = await fetch(url, { method: 'POST', headers, body });
      if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
    },
  };
}

/** What `arena verify` says about the export of a frozen arena; nothing where all is right. */
export async function exportFaults(httpUrl: string, { id, name }: ArenaView): Promise<string[]> {
  const pages: string[] = [];
  let next: string | undefined = `/arenas/${id}/export`;
  while (next !== undefined) {
    const response: Response = await fetch(`${httpUrl}${next}`);
    if (!response.ok) return [`the export of ${name}: ${response.status}`];
    pages.push(await response.text());
    next = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }
  const { lines, exitCode } = await verifyExport(Readable.from(pages));
  return exitCode === 0 ? [] : lines.map((line) => `${name}: ${line}`);
}
