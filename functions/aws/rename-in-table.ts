import type { AttributeValue, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { TableLeader, TablePage } from '../../shared/app/tables.ts';
import { present } from '../../shared/core/assert.ts';
import type { ArenaId, PlayerId } from '../../shared/core/ids.ts';
import { type Field, type Item, json, zipped } from './codec.ts';
import { conditionalWrites } from './conditional.ts';
import { PLACE, type Place } from './item.ts';
import { getDecoded } from './reads.ts';
import { headCodec, LEADERS, LINES } from './table-item.ts';
import type { TableNames } from './write-item.ts';

type Named = Pick<TableLeader, 'player' | 'name'>;

const lines = zipped<TablePage['lines']>(LINES);
const leaders = json<readonly TableLeader[]>(LEADERS);

/** A page may be published anew meanwhile, or another name in it be changed. */
const ATTEMPTS_MAX = 8;

/** All pages that the head knows of, some of which may have expired, and those behind them. */
export async function renameInTable(
  client: DynamoDBClient,
  tables: TableNames,
  arena: ArenaId,
  player: PlayerId,
  name: string,
): Promise<void> {
  const renaming = renamingOf(client, tables, player, name);
  const head = await getDecoded(client, tables, PLACE.tableHead(arena), headCodec, true);
  const known = head?.marks.length ?? 0;
  for (let page = 0, isThere = true; isThere || page < known; page++) {
    isThere = await renaming(PLACE.tablePage(arena, page), LINES, lines);
  }
  await renaming(PLACE.tableOrder(arena), LEADERS, leaders);
}

/** Renames in one item; whether there is one. */
function renamingOf(client: DynamoDBClient, tables: TableNames, player: PlayerId, name: string) {
  const write = conditionalWrites(client, tables);
  const read = (place: Place) => getDecoded(client, tables, place, { decode: itself }, true);
  return async <T extends Named>(
    place: Place,
    attribute: string,
    field: Field<readonly T[]>,
  ): Promise<boolean> => {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const item = await read(place);
      if (item === null) return false;
      const after = renamed(item, field, player, name);
      if (after === null) return true;
      // On the very content that was read: its version says nothing of names.
      const values = { ':old': valueIn(item, attribute), ':new': valueIn(after, attribute) };
      const ifSame = { if: `${attribute} = :old`, values };
      if (await write.update(place, `${attribute} = :new`, ifSame)) return true;
    }
    throw new Error(`table of ${JSON.stringify(place.key)} is too busy to be written anew`);
  };
}

const itself = (item: Item): Item => item;

/** null: he is not in it, or has this name already. */
function renamed<T extends Named>(
  item: Item,
  field: Field<readonly T[]>,
  player: PlayerId,
  name: string,
): Item | null {
  const all = field.read(item);
  if (all.every((one) => one.player !== player || one.name === name)) return null;
  const after: Item = {};
  field.write(
    after,
    all.map((one) => (one.player === player ? { ...one, name } : one)),
  );
  return after;
}

const valueIn = (item: Item, attribute: string): AttributeValue =>
  present(item[attribute], `attribute ${attribute}`);
