type Value =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Value[]
  | { readonly [key: string]: Value };

/** Words that YAML would read as something else than text. */
const RESERVED = /^(true|false|null|yes|no|on|off|y|n|~)$/i;
const PLAIN = /^[A-Za-z$/][\w$/.-]*( [\w$/.-]+)*$/;

/** JSON as YAML 1.2, in the order of its keys; absent fields are left out. */
export const yamlOf = (value: object): string => `${block(value as Value, '').trimStart()}\n`;

function block(value: Value, indent: string): string {
  if (typeof value !== 'object' || value === null) return ` ${scalar(value)}`;
  if (isList(value)) {
    if (value.length === 0) return ' []';
    return value.map((item) => `\n${indent}-${inItem(item, `${indent}  `)}`).join('');
  }
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  if (fields.length === 0) return ' {}';
  return fields
    .map(([key, field]) => `\n${indent}${scalar(key)}:${block(field, `${indent}  `)}`)
    .join('');
}

/** The first field of an item stands beside its dash. */
const inItem = (item: Value, indent: string): string => block(item, indent).replace(/^\n\s*/, ' ');

const isList = (value: object): value is readonly Value[] => Array.isArray(value);

function scalar(value: string | number | boolean | null | undefined): string {
  const isPlain = typeof value === 'string' && PLAIN.test(value) && !RESERVED.test(value);
  return isPlain ? value : JSON.stringify(value ?? null);
}
