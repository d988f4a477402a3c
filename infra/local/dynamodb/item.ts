/** A value in DynamoDB's JSON: exactly one of the fields is set; `B` is base64. */
export interface AttributeValue {
  readonly S?: string;
  readonly N?: string;
  readonly B?: string;
  readonly BOOL?: boolean;
  readonly NULL?: boolean;
  readonly SS?: readonly string[];
  readonly NS?: readonly string[];
  readonly BS?: readonly string[];
  readonly L?: readonly AttributeValue[];
  readonly M?: Item;
}

/** Attributes by name. What is stored is never changed in place, so it may be shared. */
export type Item = Readonly<Record<string, AttributeValue>>;

/** True if both are the same item; neither the order of attributes nor of set members counts. */
export function sameItem(a: Item | undefined, b: Item | undefined): boolean {
  if (a === b || a === undefined || b === undefined) return a === b;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length && names.every((name) => sameValue(a[name], b[name]))
  );
}

function sameValue(a: AttributeValue | undefined, b: AttributeValue | undefined): boolean {
  if (a === b || a === undefined || b === undefined) return a === b;
  if (a.M !== undefined) return sameItem(a.M, b.M);
  if (a.L !== undefined) return sameList(a.L, b.L);
  const members = a.SS ?? a.NS ?? a.BS;
  if (members !== undefined) return sameMembers(members, a.SS ? b.SS : a.NS ? b.NS : b.BS);
  return a.S === b.S && a.N === b.N && a.B === b.B && a.BOOL === b.BOOL && a.NULL === b.NULL;
}

const sameList = (
  a: readonly AttributeValue[],
  b: readonly AttributeValue[] | undefined,
): boolean => a.length === b?.length && a.every((value, i) => sameValue(value, b[i]));

/** Members of a set are distinct, so equal counts and one inclusion are enough. */
function sameMembers(a: readonly string[], b: readonly string[] | undefined): boolean {
  if (a.length !== b?.length) return false;
  const members = new Set(b);
  return a.every((member) => members.has(member));
}
