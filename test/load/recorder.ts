import type { Commit } from '../../infra/local/dynamodb/commit.ts';
import type { Item } from '../../infra/local/dynamodb/item.ts';

/** One change that the judges look at, as it was stored. Commits are numbered from 0. */
export type StoredChange = { readonly commit: number; readonly atMs: number } & (
  | { readonly kind: 'row' | 'order' | 'opened'; readonly arena: string; readonly item: Item }
  | { readonly kind: 'made' | 'ended'; readonly game: string; readonly item: Item }
  | { readonly kind: 'removed'; readonly game: string }
);

/** What a run has stored. */
export interface Recorder {
  readonly onCommit: (commit: Commit) => void;
  readonly changes: readonly StoredChange[];
  /** The last version of each arena while it was open. */
  readonly arenas: ReadonlyMap<string, Item>;
  /** Moves by second (epoch). */
  readonly movesBySecond: ReadonlyMap<number, number>;
  /** Arenas whose frozen ranking is shown to everybody. */
  readonly published: ReadonlySet<string>;
  /** Games that are not over, and rows that play. */
  readonly unfinished: () => number;
}

/** Takes down what the judges need, and judges nothing: that would cost the cloud its time. */
export function createRecorder(nowMs: () => number): Recorder {
  const changes: StoredChange[] = [];
  const arenas = new Map<string, Item>();
  const published = new Set<string>();
  const plies = new Map<string, number>();
  const playing = new Set<string>();
  const movesBySecond = new Map<number, number>();
  let commits = 0;

  const onGame = (item: Item, stamp: { readonly commit: number; readonly atMs: number }) => {
    const game = textOf(item, 'pk').slice(2);
    const known = plies.get(game);
    const ply = Number(item.pl?.N);
    const isOver = item.st?.S === 'DONE';
    if (known === undefined) changes.push({ ...stamp, kind: 'made', game, item });
    else if (ply > known) {
      const second = Math.floor(stamp.atMs / 1_000);
      movesBySecond.set(second, (movesBySecond.get(second) ?? 0) + ply - known);
    }
    plies.set(game, ply);
    if (isOver && playing.delete(game)) changes.push({ ...stamp, kind: 'ended', game, item });
    else if (!isOver) playing.add(game);
  };

  const onOther = (item: Item, stamp: { readonly commit: number; readonly atMs: number }) => {
    const sort = textOf(item, 'sk');
    const key = textOf(item, 'pk');
    const arena = key.slice(2);
    if (key.startsWith('P#')) return;
    if (sort.startsWith('P#')) {
      if (item.st?.S === 'PLAY') playing.add(key + sort);
      else playing.delete(key + sort);
      changes.push({ ...stamp, kind: 'row', arena: textOf(item, 'ar'), item });
    } else if (sort === 'ORDER') changes.push({ ...stamp, kind: 'order', arena, item });
    else if (sort === 'POOL' && item.ver?.N === '0') {
      changes.push({ ...stamp, kind: 'opened', arena, item });
    } else if (sort === 'ARENA') {
      if (item.st?.S === 'OPEN') arenas.set(arena, item);
      if (Number(item.pv?.N) > 0) published.add(arena);
    }
  };

  return {
    onCommit: ({ writes }) => {
      const stamp = { commit: commits, atMs: nowMs() };
      commits += 1;
      for (const write of writes) {
        const item = 'put' in write ? write.put : write.remove;
        const isGame = textOf(item, 'pk').startsWith('G#');
        if ('put' in write && isGame) onGame(item, stamp);
        else if ('put' in write) onOther(item, stamp);
        else if (isGame) {
          const game = textOf(item, 'pk').slice(2);
          playing.delete(game);
          changes.push({ ...stamp, kind: 'removed', game });
        }
      }
    },
    ...{ changes, arenas, movesBySecond, published },
    unfinished: () => playing.size,
  };
}

const textOf = (item: Item, name: string): string => item[name]?.S ?? '';
