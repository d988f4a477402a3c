import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { FinalHead, Tables } from '../../shared/app/tables.ts';
import { PAGE_ROWS } from '../../shared/arena/standings.ts';
import { inGroups } from '../../shared/core/groups.ts';
import type { ArenaId } from '../../shared/core/ids.ts';
import { ABSENT, conditionalWrites } from './conditional.ts';
import { PLACE } from './item.ts';
import { getDecoded } from './reads.ts';
import { finalHeadCodec, finalPageCodec } from './table-item.ts';
import type { TableNames } from './write-item.ts';

type Finals = Pick<Tables, 'freeze' | 'finalHead' | 'finalPage'>;

const HASH_CHARACTERS = 8;

/** Final rankings in the arenas table: written once, never changed. */
export function dynamoFinals(client: DynamoDBClient, tables: TableNames): Finals {
  const write = conditionalWrites(client, tables);
  const pageOf = (arena: ArenaId, { version, hash }: FinalHead, page: number) =>
    PLACE.finalPage(arena, version, hash.slice(0, HASH_CHARACTERS), page);
  const finalHead: Finals['finalHead'] = (arena, version) =>
    getDecoded(client, tables, PLACE.finalHead(arena, version), finalHeadCodec, true);
  return {
    freeze: async (arena, { lines, ...final }) => {
      const pages = Math.ceil(lines.length / PAGE_ROWS);
      const head: FinalHead = { ...final, pages, players: lines.length };
      const writes = [...inGroups(lines, PAGE_ROWS)].map((some, page) =>
        write.put(pageOf(arena, head, page), finalPageCodec.encode({ lines: some }), ABSENT),
      );
      await Promise.all(writes);
      const place = PLACE.finalHead(arena, final.version);
      if (await write.put(place, finalHeadCodec.encode(head), ABSENT)) return head;
      return (await finalHead(arena, final.version)) ?? head;
    },
    finalHead,
    finalPage: async (arena, head, page) => {
      const place = pageOf(arena, head, page);
      return (await getDecoded(client, tables, place, finalPageCodec, true))?.lines ?? null;
    },
  };
}
