import type { FinalHead, TableHead, TablePage, Tables } from '../../shared/app/ports.ts';
import type { Final, FinalLine } from '../../shared/arena/final.ts';
import { PAGE_ROWS } from '../../shared/arena/standings.ts';
import { inGroups } from '../../shared/core/groups.ts';

/** The published tables in memory, under the same conditions as the real ones. */
export function memoryTables(): Tables {
  const heads = new Map<string, TableHead>();
  const pages = new Map<string, TablePage>();
  const finalHeads = new Map<string, FinalHead>();
  const finalPages = new Map<string, readonly FinalLine[]>();

  const publish: Tables['publish'] = async (arena, head, table) => {
    for (const [index, page] of table.entries()) {
      const key = `${arena} ${index}`;
      if ((pages.get(key)?.version ?? -1) < page.version) pages.set(key, page);
    }
    if ((heads.get(arena)?.version ?? -1) < head.version) heads.set(arena, head);
  };

  const freeze: Tables['freeze'] = async (arena, final) => {
    const groups = [...inGroups(final.lines, PAGE_ROWS)];
    for (const [index, lines] of groups.entries()) {
      const key = pageKey(arena, final, index);
      if (!finalPages.has(key)) finalPages.set(key, lines);
    }
    const { lines, ...head } = final;
    const key = `${arena} ${final.version}`;
    if (finalHeads.has(key)) return;
    finalHeads.set(key, { ...head, pages: groups.length, players: lines.length });
  };

  return {
    publish,
    freeze,
    head: async (arena) => heads.get(arena) ?? null,
    page: async (arena, page) => pages.get(`${arena} ${page}`) ?? null,
    finalHead: async (arena, version) => finalHeads.get(`${arena} ${version}`) ?? null,
    finalPage: async (arena, head, page) => finalPages.get(pageKey(arena, head, page)) ?? null,
  };
}

const pageKey = (arena: string, { version, hash }: Pick<Final, 'version' | 'hash'>, page: number) =>
  `${arena} ${version} ${hash} ${page}`;
