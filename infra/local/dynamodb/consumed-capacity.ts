import type { Spent } from './capacity.ts';

/** How ReturnConsumedCapacity is answered. */
export interface ConsumedCapacity {
  readonly TableName: string;
  readonly CapacityUnits: number;
  /** Only transactions say of which kind their units are. */
  readonly ReadCapacityUnits?: number;
  readonly WriteCapacityUnits?: number;
  readonly Table?: { readonly CapacityUnits: number };
  readonly GlobalSecondaryIndexes?: Readonly<Record<string, { readonly CapacityUnits: number }>>;
}

/** The answer for one table, or nothing where nothing was asked (`mode` absent or NONE). */
export function consumedCapacity(
  mode: string | undefined,
  tableName: string,
  spent: Spent,
): { readonly ConsumedCapacity?: ConsumedCapacity } {
  return isAsked(mode) ? { ConsumedCapacity: capacityOf(mode, tableName, spent) } : {};
}

/** The answer for several tables; `kind` is named by transactions only. */
export function consumedCapacities(
  mode: string | undefined,
  spentByTable: ReadonlyMap<string, Spent>,
  kind?: 'ReadCapacityUnits' | 'WriteCapacityUnits',
): { readonly ConsumedCapacity?: readonly ConsumedCapacity[] } {
  if (!isAsked(mode)) return {};
  const capacities = Array.from(spentByTable, ([tableName, spent]) => {
    const capacity = capacityOf(mode, tableName, spent);
    return kind === undefined ? capacity : { ...capacity, [kind]: capacity.CapacityUnits };
  });
  return { ConsumedCapacity: capacities };
}

const isAsked = (mode: string | undefined): mode is string => mode !== undefined && mode !== 'NONE';

function capacityOf(mode: string, TableName: string, { table, indexes }: Spent): ConsumedCapacity {
  const arms = Object.entries(indexes);
  const CapacityUnits = arms.reduce((sum, [, units]) => sum + units, table);
  if (mode !== 'INDEXES') return { TableName, CapacityUnits };
  const GlobalSecondaryIndexes = Object.fromEntries(
    arms.map(([name, units]) => [name, { CapacityUnits: units }]),
  );
  return {
    TableName,
    CapacityUnits,
    Table: { CapacityUnits: table },
    ...(arms.length > 0 && { GlobalSecondaryIndexes }),
  };
}
