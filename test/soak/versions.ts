import type { Item as StoredItem } from '../../functions/aws/codec.ts';
import { gameCodec } from '../../functions/aws/game-item.ts';
import type { Commit } from '../../infra/local/dynamodb/commit.ts';
import type { Item } from '../../infra/local/dynamodb/item.ts';
import type { GameId } from '../../shared/core/ids.ts';
import type { Ending, Game } from '../../shared/game/game.ts';

/** How a game has ended; null: it runs. */
export type Stored = Ending | 'voided' | null;

/** Every version of every game, as it was stored. */
export interface Versions {
  readonly onCommit: (commit: Commit) => void;
  /** In the order in which they were stored; a game that was taken back is not among them. */
  readonly games: () => ReadonlyMap<GameId, readonly Game[]>;
  readonly endingOf: (game: GameId) => Stored;
  readonly voided: () => number;
}

export function createVersions(): Versions {
  const items = new Map<GameId, Item[]>();
  const endings = new Map<GameId, Stored>();
  return {
    onCommit: ({ writes }) => {
      for (const write of writes) {
        const item = 'put' in write ? write.put : write.remove;
        const key = item.pk?.S ?? '';
        if (!key.startsWith('G#')) continue;
        const id = key.slice(2) as GameId;
        if (!('put' in write)) {
          items.delete(id);
          endings.set(id, 'voided');
        } else {
          const known = items.get(id);
          if (known === undefined) items.set(id, [item]);
          else known.push(item);
          if (item.en?.S !== undefined) endings.set(id, item.en.S as Ending);
        }
      }
    },
    games: () => new Map([...items].map(([id, versions]) => [id, versions.map(decode)])),
    endingOf: (game) => endings.get(game) ?? null,
    voided: () => [...endings.values()].filter((ending) => ending === 'voided').length,
  };
}

const decode = (item: Item): Game => gameCodec.decode(item as unknown as StoredItem);
