import type { ListedGame } from '../../shared/app/list-games.ts';
import type { ArenaView } from '../../shared/protocol/arena-view.ts';
import type { NewArena } from '../../shared/protocol/http.ts';
import type { TableView } from '../../shared/protocol/table-view.ts';

/** The public HTTP API as the command line uses it. */
export interface Client {
  readonly createArena: (token: string, arena: Partial<NewArena>) => Promise<ArenaView>;
  readonly arena: (id: string) => Promise<ArenaView>;
  readonly arenas: () => Promise<readonly ArenaView[]>;
  readonly table: (id: string) => Promise<TableView>;
  /** All games of an arena, page after page. */
  readonly games: (id: string) => Promise<readonly ListedGame[]>;
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
  return {
    createArena: (token, arena) => post('/arenas', token, arena),
    arena: (id) => get(`/arenas/${id}`),
    arenas: async () => (await get<{ arenas: ArenaView[] }>('/arenas')).arenas,
    table: (id) => get(`/arenas/${id}/standings`),
    socketUrl: async (token) => (await post<{ url: string }>('/tickets', token, {})).url,
    games: async (id) => {
      const games: ListedGame[] = [];
      let next: string | undefined = `/arenas/${id}/games`;
      while (next !== undefined) {
        const response: Response = await request(next);
        games.push(...linesOf(await response.text()));
        next = /<(.*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
      }
      return games;
    },
  };
}

const linesOf = (ndjson: string): ListedGame[] =>
  ndjson
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ListedGame);
