import {
  certainMarks,
  type FinalHead,
  leadersOf,
  pagesOf,
  type TableHead,
  type TableOrder,
  type TablePage,
  type Tables,
  TOP_PAGES,
} from '../../shared/app/tables.ts';
import type { Final, FinalLine } from '../../shared/arena/final.ts';
import { PAGE_ROWS } from '../../shared/arena/standings.ts';
import { inGroups } from '../../shared/core/groups.ts';

const NEW_HEAD: Omit<TableHead, 'claimedAtMs'> = {
  readStartedAtMs: 0,
  completeAtMs: 0,
  lookAtMs: 0,
  marks: [],
  stats: null,
};

/** The published tables in memory, under the same conditions as the real ones. */
export function memoryTables(): Tables {
  const heads = new Map<string, TableHead>();
  const pages = new Map<string, TablePage>();
  const orders = new Map<string, TableOrder>();
  const finalHeads = new Map<string, FinalHead>();
  const finalPages = new Map<string, readonly FinalLine[]>();

  const putNewer = <T extends { readonly version: number }>(
    items: Map<string, T>,
    key: string,
    item: T,
  ): void => {
    if ((items.get(key)?.version ?? -1) < item.version) items.set(key, item);
  };

  const publish: Tables['publish'] = async (arena, table, seen) => {
    const { version, complete, stats, players } = table;
    const known = certainMarks(seen);
    const marks = pagesOf(table, seen).map((page, index) => {
      if (!complete && index >= TOP_PAGES) return known[index] ?? '';
      const { version: _, ...content } = page;
      const mark = JSON.stringify(content);
      if (mark !== known[index]) putNewer(pages, `${arena} ${index}`, page);
      return mark;
    });
    const places = new Map(table.lines.map(({ player, rank }, index) => [player, { rank, index }]));
    const place: TableOrder['place'] = (player) => places.get(player) ?? null;
    const around: TableOrder['around'] = (nowMs, waiting) =>
      table.lines
        .filter(({ player }, line) => {
          const leftMs = (table.aroundUntilMs[line] ?? 0) - version;
          return version + roundedUp(leftMs) > nowMs || waiting.has(player);
        })
        .map(({ player }) => player);
    putNewer(orders, arena, { version, players, leaders: leadersOf(table), place, around });
    const head = heads.get(arena) ?? { claimedAtMs: version, ...NEW_HEAD };
    if (head.readStartedAtMs >= version) return;
    const completeAtMs = complete ? version : head.completeAtMs;
    const claimedAtMs = table.final > 0 ? version : head.claimedAtMs;
    heads.set(arena, {
      ...head,
      claimedAtMs,
      readStartedAtMs: version,
      completeAtMs,
      marks,
      stats,
    });
  };

  const freeze: Tables['freeze'] = async (arena, final) => {
    const groups = [...inGroups(final.lines, PAGE_ROWS)];
    for (const [index, lines] of groups.entries()) {
      const key = pageKey(arena, final, index);
      if (!finalPages.has(key)) finalPages.set(key, lines);
    }
    const { lines, ...rest } = final;
    const key = `${arena} ${final.version}`;
    const head = finalHeads.get(key) ?? { ...rest, pages: groups.length, players: lines.length };
    finalHeads.set(key, head);
    return head;
  };

  return {
    publish,
    freeze,
    head: async (arena) => heads.get(arena) ?? null,
    claim: async (arena, seen, claimedAtMs) => {
      const head = heads.get(arena);
      if (head?.claimedAtMs !== seen?.claimedAtMs) return false;
      heads.set(arena, { ...NEW_HEAD, ...head, claimedAtMs });
      return true;
    },
    noteLook: async (arena, lookAtMs) => {
      const head = heads.get(arena);
      if (head !== undefined) heads.set(arena, { ...head, lookAtMs });
    },
    rename: async (arena, player, name) => {
      const renamed = <T extends { readonly player: string; readonly name: string }>(one: T): T =>
        one.player === player ? { ...one, name } : one;
      for (const [key, page] of pages) {
        const isOf = key.startsWith(`${arena} `);
        if (isOf) pages.set(key, { ...page, lines: page.lines.map(renamed) });
      }
      const order = orders.get(arena);
      if (order) orders.set(arena, { ...order, leaders: order.leaders.map(renamed) });
    },
    page: async (arena, page) => pages.get(`${arena} ${page}`) ?? null,
    order: async (arena) => orders.get(arena) ?? null,
    finalHead: async (arena, version) => finalHeads.get(`${arena} ${version}`) ?? null,
    finalPage: async (arena, head, page) => finalPages.get(pageKey(arena, head, page)) ?? null,
  };
}

/** The real tables store whole seconds. */
const roundedUp = (ms: number): number => Math.ceil(ms / 1_000) * 1_000;

const pageKey = (arena: string, { version, hash }: Pick<Final, 'version' | 'hash'>, page: number) =>
  `${arena} ${version} ${hash} ${page}`;
