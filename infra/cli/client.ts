import type { ListedGame } from '../../shared/app/list-games.ts';
import type { ArenaView } from '../../shared/protocol/arena-view.ts';
import type { NewArena } from '../../shared/protocol/http.ts';
import type { TableView } from '../../shared/protocol/table-view.ts';

/** The public HTTP API as the command line uses it. */
export interface Client {
  readonly createArena: (token: string, arena: Partial<NewArena>) => Promise<ArenaView>;
  readonly arena: (id: string) => Promise<ArenaView>;
  readonly arenas: () => Promise<readonly ArenaView[]>;
  /** The first page of the table. */
  readonly table: (id: string) => Promise<TableView>;
  /** All of its pages as one. */
  readonly wholeTable: (id: string) => Promise<TableView>;
  /** All games of an arena, page after page. */
  readonly games: (id: string) => Promise<readonly ListedGame[]>;
  /** The export of an arena as text, page by page. */
  readonly exportPages: (id: string) => AsyncGenerator<string>;
  /** The address of a WebSocket connection, good for one. */
  readonly socketUrl: (token: string) => Promise<string>;
}

/** An answer that is not the expected one. */
export class HttpError extends Error {}

export function httpClient(baseUrl: string): Client {
  const request = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const response = await fetch(`${baseUrl}${path}`, init);
    if (!response.ok) {
      const method = init.method ?? 'GET';
      throw new HttpError(`${method} ${path}: ${response.status} ${await response.text()}`);
    }
    return response;
  };
  const get = async <T>(path: string): Promise<T> => (await request(path)).json() as Promise<T>;
  const post = async <T>(path: string, token: string, body: object): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await request(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.json() as Promise<T>;
  };
  /** One page after the other, as their `link` headers say. */
  async function* pages(path: string): AsyncGenerator<string> {
    let next: string | undefined = path;
    while (next !== undefined) {
      const response: Response = await request(next);
      yield await response.text();
      next = /<(.*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    }
  }
  return {
    createArena: (token, arena) => post('/arenas', token, arena),
    arena: (id) => get(`/arenas/${id}`),
    arenas: async () => (await get<{ arenas: ArenaView[] }>('/arenas')).arenas,
    table: (id) => get(`/arenas/${id}/standings`),
    socketUrl: async (token) => (await post<{ url: string }>('/tickets', token, {})).url,
    wholeTable: async (id) => {
      const first = await get<TableView>(`/arenas/${id}/standings`);
      const standings = [...first.standings];
      for (let page = 1; standings.length < first.players; page++) {
        const more = await get<TableView>(`/arenas/${id}/standings?page=${page}`);
        if (more.standings.length === 0) break;
        standings.push(...more.standings);
      }
      return { ...first, standings };
    },
    games: async (id) => {
      const games: ListedGame[] = [];
      for await (const text of pages(`/arenas/${id}/games`)) games.push(...linesOf(text));
      return games;
    },
    exportPages: (id) => pages(`/arenas/${id}/export`),
  };
}

const linesOf = (ndjson: string): ListedGame[] =>
  ndjson
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ListedGame);
