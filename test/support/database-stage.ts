import { zstdDecompressSync } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { Item } from '../../functions/aws/codec.ts';
import { decodeEntity } from '../../functions/aws/item.ts';
import { TABLES } from '../../functions/aws/schema.ts';
import type { LocalDatabase } from './local-database.ts';
import { createStage, type Stage } from './stage.ts';

/** A stage whose store and tables are the real ones, on a database of its own. */
export function stageOn({ store: stored, tables, db }: LocalDatabase): Stage {
  const stage = createStage();
  const all = () => allItems(db).flatMap((item) => decodeEntity(item) ?? []);
  const store = { ...stored, all, earlier: () => [] };
  return { ...stage, store, tables, ports: { ...stage.ports, store, tables } };
}

/** Every item of all three tables, as it is stored. */
export const allItems = (db: LocalDatabase['db']): Item[] =>
  Object.keys(TABLES).flatMap((TableName) => {
    const { Items = [] } = db.call('Scan', { TableName }) as { readonly Items?: Item[] };
    return Items;
  });

/** The keys of all items in which this word stands, packed or not. */
export const keysWith = (db: LocalDatabase['db'], word: string): string[] =>
  allItems(db)
    .filter((item) => Object.values(item).some((value) => textOf(value).includes(word)))
    .map(({ pk, sk }) => `${pk?.S} ${sk?.S ?? ''}`);

function textOf({ S, B, L, M }: AttributeValue): string {
  if (B !== undefined) return unpacked(typeof B === 'string' ? Buffer.from(B, 'base64') : B);
  if (L !== undefined) return L.map(textOf).join('\n');
  return M === undefined ? (S ?? '') : Object.values(M).map(textOf).join('\n');
}

function unpacked(bytes: Uint8Array): string {
  try {
    return zstdDecompressSync(bytes).toString();
  } catch {
    return Buffer.from(bytes).toString('latin1');
  }
}
