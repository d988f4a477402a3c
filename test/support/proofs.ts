import { existsSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';

/** Rows of these parts must name the test that proves them. */
export const DONE_PARTS: readonly Part[] = [1, 2, 3, 4, 5, 6];

/**
 * What brings a thing: 1 an arena of Oware, 2 standings, 3 pairing, 4 clocks and connections,
 * 5 chess, draughts and ratings, 6 organisers and series, or the web client.
 */
export const PARTS = [1, 2, 3, 4, 5, 6, 'web'] as const;
export type Part = (typeof PARTS)[number];

/** A test of `npm test`, by its title or by the row of an `each` that has this text. */
export interface Proof {
  /** From the root. */
  readonly file: string;
  readonly test: string;
}

/** A test as the text of its file has it. */
export interface FoundTest {
  readonly title: string;
  /** Whether nothing around it can leave it out. */
  readonly runs: boolean;
  /** The title and the comments right above. */
  readonly says: string;
}

/** What is wrong with a proof, or null. It must say one of the names, if there are any. */
export function flawOf({ file, test }: Proof, names: readonly string[] = []): string | null {
  if (!file.endsWith('.test.ts')) return `${file} is no file of \`npm test\``;
  if (!existsSync(file)) return `${file} does not exist`;
  const found = testsOf(file).filter(({ title }) => title === test);
  if (found.length !== 1) return `${file} has ${found.length} tests named "${test}"`;
  if (!found.some(({ runs }) => runs)) return `"${test}" in ${file} does not always run`;
  const isSaid = names.some((name) => found.some(({ says }) => isNamed(name, says)));
  return names.length === 0 || isSaid ? null : `"${test}" in ${file} names none of ${names}`;
}

/** What is wrong with a row that is left to a part, or null. */
export function flawOfPart(part: Part): string | null {
  if (!PARTS.includes(part)) return `there is no part ${part}`;
  return DONE_PARTS.includes(part) ? `part ${part} is done: name the test that proves it` : null;
}

/** `owner/repo#7` is in a text, and not `owner/repo#77`; of a pull request also with ` PR `. */
export function isNamed(name: string, text: string): boolean {
  const spellings = [name, name.replace('#', ' PR #')];
  return spellings.some((one) =>
    text.split(one).some((rest, index) => index > 0 && !/^\d/.test(rest)),
  );
}

const read = new Map<string, readonly FoundTest[]>();

function testsOf(file: string): readonly FoundTest[] {
  const known = read.get(file) ?? testsIn(readFileSync(file, 'utf8'));
  read.set(file, known);
  return known;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);

const nodesOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** The tests that are written out in a file; computed rows have the title of their test alone. */
export function testsIn(source: string): readonly FoundTest[] {
  const parsed = parseSync('tests.ts', source);
  const program = parsed.program as unknown as Node;
  const constants: { readonly name: unknown; readonly init: Node }[] = [];
  const found: FoundTest[] = [];
  note(program);
  visit(program, true);
  return found;

  /** Constants that a table may be made of. */
  function note(node: Node): void {
    const { id, init } = node;
    if (node.type === 'VariableDeclarator' && isNode(id) && isNode(init)) {
      constants.push({ name: id.name, init });
    }
    for (const child of childrenOf(node)) note(child);
  }

  function visit(node: Node, runs: boolean): void {
    const call = callOf(node);
    const always = runs && !call?.words.some((word) => LEFT_OUT.has(word));
    if (call !== null && call.words[0] !== 'describe') {
      add(call.title, node, always);
      for (const row of call.table === null ? [] : rowsOf(call.table)) {
        for (const text of textsOf(row)) add(text, row, always);
      }
    }
    for (const child of childrenOf(node)) visit(child, always);
  }

  function add(title: string, at: Node, runs: boolean): void {
    found.push({ title, runs, says: `${commentsAbove(at.start)} ${title}` });
  }

  function rowsOf(table: Node): Node[] {
    const inner = table.expression ?? (table.type === 'SpreadElement' ? table.argument : undefined);
    if (isNode(inner)) return rowsOf(inner);
    if (table.type === 'Identifier') return rowsOf(constantOf(table));
    const rows = table.type === 'ArrayExpression' ? nodesOf(table.elements) : [];
    return rows.flatMap((row) => (row.type === 'SpreadElement' ? rowsOf(row) : [row]));
  }

  /** The last one of this name before its use: several groups may have their `rows`. */
  function constantOf({ name, start }: Node): Node {
    const named = constants.filter((one) => one.name === name);
    return (named.findLast(({ init }) => init.start < start) ?? named[0])?.init ?? NOTHING;
  }

  function commentsAbove(start: number): string {
    const last = parsed.comments.findLast(({ end }) => end <= start);
    if (last === undefined || source.slice(last.end, start).trim() !== '') return '';
    return `${commentsAbove(last.start)} ${last.value}`;
  }
}

const NOTHING: Node = { type: 'ArrayExpression', start: 0, end: 0, elements: [] };
const CALLS: readonly unknown[] = ['it', 'test', 'describe'];
const LEFT_OUT: ReadonlySet<string> = new Set(['skip', 'skipIf', 'runIf', 'todo', 'fails']);

/** `it('title')`, `it.each(table)('title')` and what else begins with one of these words. */
function callOf(node: Node) {
  if (node.type !== 'CallExpression' || !isNode(node.callee)) return null;
  const words: string[] = [];
  let table: Node | null = null;
  for (let at: unknown = node.callee; isNode(at); at = at.callee ?? at.object) {
    if (at.type === 'CallExpression') table = nodesOf(at.arguments)[0] ?? null;
    const word = at.type === 'Identifier' ? at : at.property;
    if (isNode(word)) words.unshift(String(word.name));
  }
  const [title] = nodesOf(node.arguments);
  const text = title === undefined ? null : textOf(title);
  return CALLS.includes(words[0]) && text !== null ? { words, table, title: text } : null;
}

/** The texts of a row of a table, whether it is an array, an object or a text itself. */
function textsOf(row: Node): string[] {
  const parts = [...nodesOf(row.elements), ...nodesOf(row.properties).map(({ value }) => value)];
  return [row, ...parts].filter(isNode).flatMap((part) => textOf(part) ?? []);
}

function textOf({ type, value, quasis }: Node): string | null {
  if (type === 'Literal') return typeof value === 'string' ? value : null;
  if (type !== 'TemplateLiteral') return null;
  const raw = nodesOf(quasis).map((part) => (part.value as { readonly raw: string }).raw);
  return raw.join('…');
}
