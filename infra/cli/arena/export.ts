import { parseArgs } from 'node:util';
import type { Command, Print } from './command.ts';

const DEFAULT_ENDPOINT = 'http://localhost:8787';
const OPTIONS = { endpoint: { type: 'string', default: DEFAULT_ENDPOINT } } as const;

export const exportCommand: Command = {
  summary: 'prints an arena with all its games, one JSON value a line',
  usage: `npm run --silent arena -- export ID [--endpoint URL]

Prints the export (arena-export/1) of an arena: the arena, its players and finished games, and once
it is frozen every version of the final ranking. Without --silent npm prints lines of its own.

  ID              the arena
  --endpoint URL  the HTTP API (${DEFAULT_ENDPOINT})

Example: npm run --silent arena -- export 0Ab1Cd2Ef3G > arena.ndjson
Exit code: 0 the export is complete, 1 it is not and an error says why, 2 wrong arguments.`,
  run: async (args, print) => {
    const wanted = wantedOf(args);
    if (wanted === null) return 'usage';
    try {
      await printPages(wanted, print);
      return 0;
    } catch (error) {
      console.error(`export: ${(error as Error).message}`);
      return 1;
    }
  },
};

interface Wanted {
  readonly id: string;
  readonly endpoint: string;
}

function wantedOf(args: readonly string[]): Wanted | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: OPTIONS,
      allowPositionals: true,
    });
    const [id, ...rest] = positionals;
    if (id === undefined || rest.length > 0 || !URL.canParse(values.endpoint)) return null;
    return { id, endpoint: values.endpoint.replace(/\/$/, '') };
  } catch {
    return null;
  }
}

/** One page after the other, as their `link` headers say. */
async function printPages({ id, endpoint }: Wanted, print: Print): Promise<void> {
  let next: string | undefined = `/arenas/${encodeURIComponent(id)}/export`;
  while (next !== undefined) {
    const response = await fetchPage(endpoint, next);
    await print(await response.text());
    next = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
  }
}

async function fetchPage(endpoint: string, path: string): Promise<Response> {
  const response = await fetch(`${endpoint}${path}`).catch((error: Error) => {
    const { cause } = error;
    const why = cause instanceof Error ? cause.message : error.message;
    throw new Error(`${endpoint} does not answer (${why || error.message})`);
  });
  if (response.ok) return response;
  const text = await response.text();
  const title = /"title":"(\w+)"/.exec(text)?.[1];
  throw new Error(`GET ${path}: ${response.status} ${title ?? text}`);
}
