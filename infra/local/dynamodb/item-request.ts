import type { AttributeValue, Item } from './item.ts';

/** A document path: names, and positions in lists. */
export type Path = readonly (string | number)[];

/** A parsed condition; its operands are paths, values, or expressions again. */
export interface Expression {
  readonly type: string;
  readonly args: readonly (Path | Expression | AttributeValue)[];
}

interface ParsedCondition {
  readonly expression: Expression;
  readonly nestedPaths: object;
  /** First names of all paths, as keys. */
  readonly pathHeads: object;
}

/** A request on items behind the checks: numbers are canonical, expressions parsed (`_…`). */
export interface ItemRequest {
  readonly TableName: string;
  readonly Key?: Item;
  readonly Item?: Item;
  readonly IndexName?: string;
  readonly ConsistentRead?: boolean;
  readonly ExclusiveStartKey?: Item;
  readonly ScanIndexForward?: boolean;
  readonly Limit?: number;
  readonly Select?: string;
  readonly ReturnConsumedCapacity?: string;
  readonly ReturnValuesOnConditionCheckFailure?: string;
  readonly _condition?: ParsedCondition;
  readonly _filter?: ParsedCondition;
  readonly _projection?: { readonly paths: readonly Path[]; readonly nestedPaths: object };
  readonly _updates?: { readonly sections: readonly { type: string; path: Path }[] };
}
