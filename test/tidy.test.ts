import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The layer sentence: imports point left, never right; those of types too. */
const LAYERS = ['core', 'rules', 'game', 'arena', 'protocol', 'app'];

const TOP_LEVEL = [
  ...['infra', 'functions', 'shared', 'test', 'docs', 'web'],
  ...['cdk.json', 'package.json', 'tsconfig.json', 'package-lock.json'],
  ...['README.md', 'CHANGELOG.md', 'LICENSE', 'biome.json', 'vitest.config.ts'],
];

const FILE_LINES_MAX = 300;
const FUNCTION_LINES_MAX = 70;
const LINE_CHARACTERS_MAX = 100;
/** Files that may be longer, each with its reason. */
const LONG_FILES: Record<string, string> = {};

/** What would be committed now; files that nobody has added yet are somebody's unfinished work. */
const TRACKED = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
  .split('\0')
  .filter((path) => path !== '' && existsSync(path));
const SOURCES = TRACKED.filter((path) => path.endsWith('.ts'));
const read = (path: string): string => readFileSync(path, 'utf8');
/** This file quotes what it looks for. */
const isSelf = (path: string): boolean => path === 'test/tidy.test.ts';

/**
 * Every module a text names: paths from the root for our own, names for packages. The compiler has
 * no parser to call from here, and Biome writes every import in one way.
 */
function importsOf(path: string, text: string): string[] {
  const named = /(?:\bfrom|\bimport\(|^import|\bmock\()\s*['"]([^'"\n]+)['"]/gm;
  return [...text.matchAll(named)].flatMap(([, name]) => {
    if (name === undefined) return [];
    return name.startsWith('.') ? [normalize(join(dirname(path), name))] : [name];
  });
}

const isPackage = (name: string): boolean => !/^(shared|functions|infra|test|web|cdk)\//.test(name);
const isSdk = (name: string): boolean => /^@(aws-sdk|smithy)\//.test(name);

/** What is wrong with an import, said as its remedy; null when all is well. */
function wrongImport(path: string, imported: string): string | null {
  const [top = '', part = ''] = path.split('/');
  if (top === 'test' || !path.includes('/')) return null;
  if (imported.startsWith('test/') && !imported.endsWith('.json')) {
    return 'product code imports no tests: move what both need into the product';
  }
  if (isSdk(imported) && part !== 'aws') return 'the SDK lives in functions/aws: call it there';
  if (top === 'shared') return wrongInShared(part, imported);
  if (top === 'functions')
    return part === 'aws' ? wrongInAdapters(imported) : wrongInEntries(imported);
  if (top === 'infra' || top === 'web') return wrongAround(top === 'web' ? 'web' : part, imported);
  return null;
}

function wrongInShared(layer: string, imported: string): string | null {
  if (imported.startsWith('node:')) return 'shared runs everywhere: pass what it needs as a port';
  if (isPackage(imported)) return null;
  const [top, other = ''] = imported.split('/');
  if (top !== 'shared') return 'shared knows nothing of its surroundings: make it a port';
  if (layer === 'client') {
    return ['client', 'core', 'protocol'].includes(other)
      ? null
      : 'the client knows core and protocol only: say it in the protocol';
  }
  const isLeft = LAYERS.includes(other) && LAYERS.indexOf(other) <= LAYERS.indexOf(layer);
  return isLeft ? null : `imports point left (${LAYERS.join(' <- ')}): move the code or the word`;
}

function wrongInAdapters(imported: string): string | null {
  if (isPackage(imported) || imported.startsWith('functions/aws/')) return null;
  if (/^shared\/app\/(ports|entities|records|tables|metrics)\.ts$/.test(imported)) return null;
  return imported.startsWith('shared/') && !imported.startsWith('shared/app/')
    ? null
    : 'adapters implement ports: let an entry call the use case';
}

const wrongInEntries = (imported: string): string | null =>
  isPackage(imported) || /^(shared|functions\/(aws|http))\//.test(imported)
    ? null
    : 'entries do not know each other: move what they share into shared or functions/aws';

function wrongAround(part: string, imported: string): string | null {
  if (isPackage(imported) || imported.endsWith('.json')) return null;
  if (part === 'web') return /^(web|shared)\//.test(imported) ? null : 'web uses shared alone';
  if (imported.startsWith('infra/')) return null;
  if (part === 'cloud') {
    return ['functions/aws/schema.ts', 'shared/app/metrics.ts'].includes(imported)
      ? null
      : 'the stack knows the table schema and the metrics alone: pass the rest as text';
  }
  return imported.startsWith('shared/')
    ? null
    : 'the local cloud runs bundles: it uses shared, never functions';
}

/** Functions that are too long, by first and last line: declarations, closures of them, members. */
function longFunctions(path: string, text: string): string[] {
  const lines = text.split('\n');
  const named = "function\\b|const \\w+ = [^']*=> \\{$|#?(?!describe|it\\b)\\w+\\([^'=]*\\{$";
  const start = new RegExp(`^( {0,2})(export |async |static |private )*(${named})`);
  return lines.flatMap((line, from) => {
    const indent = start.exec(line)?.[1];
    if (indent === undefined) return [];
    const last = new RegExp(`^${indent}\\}[),;]*$`);
    const to = lines.findIndex((end, index) => index > from && last.test(end));
    return to - from >= FUNCTION_LINES_MAX
      ? [`${path}:${from + 1} has ${to - from + 1} lines`]
      : [];
  });
}

function wideLines(path: string, text: string): string[] {
  return text.split('\n').flatMap((line, i) => {
    return [...line].length > LINE_CHARACTERS_MAX ? [`${path}:${i + 1}`] : [];
  });
}

const BANNED_WORDS = /^(managers?|helpers?|utils?|utility|utilities|services?|infos?)$/;
/** Exports that may have one, each with its reason. */
const ALLOWED_NAMES: Record<string, string> = { serviceError: 'the word of the cloud it mimics' };

/** Exported names with a word that says nothing. */
function emptyNames(text: string): string[] {
  const exported =
    /^export (?:declare |abstract |async )*(?:function\*?|const|let|class|interface|type) (\w+)/gm;
  const wordsOf = (name: string): string[] => name.split(/(?=[A-Z][a-z])|_/);
  return [...text.matchAll(exported)]
    .map(([, name = '']) => name)
    .filter((name) => !Object.hasOwn(ALLOWED_NAMES, name))
    .filter((name) => wordsOf(name).some((word) => BANNED_WORDS.test(word.toLowerCase())));
}

const DEFAULT_EXPORT = /^export default\b|^export \{[^}]*\bas default\b/m;
const IMPURE =
  /\b(Date\.now|new Date\(\)|Math\.random|performance\.now|process\.\w+|set(Timeout|Interval))\b/;
/** Tests on published data alone are left out, visibly, where the data are not there. */
const UNRUN =
  /\b(it|test|describe)\.(only|skip(?!If\(FOLDER)|runIf|todo|fails)|^\s*[fx](it|describe)\(/m;
const FOREIGN = new RegExp(
  [
    String.raw`(^|[\s'"\`(=:])/(work|home|Users|root|private)/\w`,
    String.raw`/tmp/briefs|\bC:\\Users`,
    String.raw`\bregistry\.[a-z-]+\.(org|com|net|io)\b|\bnpmjs\.|\byarnpkg\.|\bartifactory\b`,
    String.raw`\b(research|mission|design)/[\w-]+\.(md|txt)\b`,
  ].join('|'),
  'm',
);

const filesWith = (pattern: RegExp, paths: readonly string[]): string[] =>
  paths.filter((path) => !isSelf(path) && pattern.test(read(path)));

describe('the tree is tidy', () => {
  it('imports follow the layer sentence', () => {
    const wrong = SOURCES.flatMap((path) =>
      importsOf(path, read(path)).flatMap((imported) => {
        const remedy = wrongImport(path, imported);
        return remedy === null ? [] : [`${path} imports ${imported}: ${remedy}`];
      }),
    );

    expect(wrong).toEqual([]);
  });

  it('every import of our own exists', () => {
    const missing = SOURCES.filter((path) => !isSelf(path)).flatMap((path) =>
      importsOf(path, read(path))
        .filter((name) => /\.(ts|json)$/.test(name) && !isPackage(name) && !existsSync(name))
        .map((name) => `${path} imports ${name}`),
    );

    expect(missing, 'add the file or correct the path').toEqual([]);
  });

  it('lines fit the screen', () => {
    const wide = SOURCES.flatMap((path) => wideLines(path, read(path)));

    expect(wide, `break lines after ${LINE_CHARACTERS_MAX} characters`).toEqual([]);
  });

  it('functions fit a glance', () => {
    // Stand-ins for a whole store or stream are closures over one state.
    const judged = SOURCES.filter((path) => !path.startsWith('test/support/'));
    const long = judged.flatMap((path) => longFunctions(path, read(path)));

    expect(long, `give parts of it names: at most ${FUNCTION_LINES_MAX} lines`).toEqual([]);
  });

  it('files have one noun', () => {
    const lengths = SOURCES.map((path) => [path, read(path).trimEnd().split('\n').length] as const);
    const long = lengths.filter(([path, lines]) => lines > FILE_LINES_MAX && !(path in LONG_FILES));
    const exempt = Object.keys(LONG_FILES);

    expect(long, `split it by noun: at most ${FILE_LINES_MAX} lines`).toEqual([]);
    expect(exempt.filter((path) => !long.some(([found]) => found === path))).toEqual([]);
  });

  it('shared is pure: no clock, no dice, no environment', () => {
    const shared = SOURCES.filter((path) => path.startsWith('shared/'));

    expect(filesWith(IMPURE, shared), 'take it as an argument or a port').toEqual([]);
  });

  it('exports have names, which are words of the field', () => {
    const empty = SOURCES.flatMap((path) =>
      emptyNames(read(path)).map((name) => `${path} ${name}`),
    );
    const unnamed = filesWith(
      DEFAULT_EXPORT,
      SOURCES.filter((path) => !path.endsWith('.config.ts')),
    );

    expect(empty, 'say what it is or does').toEqual([]);
    expect(unnamed, 'export it by its name').toEqual([]);
  });

  it('every test runs', () => {
    const tests = SOURCES.filter((path) => path.startsWith('test/'));

    expect(filesWith(UNRUN, tests), 'run it or delete it').toEqual([]);
  });

  it('files speak of the product alone', () => {
    const texts = TRACKED.filter((path) => !/\.(png|ico|woff2)$/.test(path));

    expect(filesWith(FOREIGN, texts), 'no paths of a machine, no hosts of a registry').toEqual([]);
  });

  it('the top level is as agreed', () => {
    const tops = [...new Set(TRACKED.map((path) => path.split('/')[0] ?? ''))];
    const strange = tops.filter((top) => !top.startsWith('.') && !TOP_LEVEL.includes(top));

    expect(strange, `put it under one of ${TOP_LEVEL.join(', ')}`).toEqual([]);
  });
});

describe('the rules of tidiness see an offence', () => {
  it.each([
    ['shared/core/a.ts', 'shared/game/game.ts', 'imports point left'],
    ['shared/protocol/a.ts', 'shared/app/ports.ts', 'imports point left'],
    ['shared/game/a.ts', 'node:fs', 'as a port'],
    ['shared/app/a.ts', 'functions/aws/store.ts', 'make it a port'],
    ['shared/client/a.ts', 'shared/arena/row.ts', 'core and protocol only'],
    ['shared/app/a.ts', 'test/support/b.ts', 'imports no tests'],
    ['shared/app/a.ts', '@aws-sdk/client-sqs', 'functions/aws'],
    ['infra/local/a.ts', '@smithy/types', 'functions/aws'],
    ['functions/a.ts', '@aws-sdk/client-sqs', 'functions/aws'],
    ['functions/a.ts', 'functions/b.ts', 'each other'],
    ['functions/aws/a.ts', 'functions/b.ts', 'implement ports'],
    ['functions/aws/a.ts', 'shared/app/play.ts', 'implement ports'],
    ['infra/cloud/a.ts', 'shared/core/ids.ts', 'the metrics alone'],
    ['infra/cloud/a.ts', 'functions/aws/store.ts', 'the metrics alone'],
    ['infra/cli/a.ts', 'functions/aws/store.ts', 'never functions'],
    ['infra/local/a.ts', 'functions/move.ts', 'never functions'],
    ['web/a.ts', 'infra/cli/bot.ts', 'shared alone'],
  ])('%s imports %s', (path, imported, remedy) => {
    expect(wrongImport(path, imported)).toContain(remedy);
  });

  it.each([
    ['shared/app/a.ts', 'shared/core/ids.ts'],
    ['shared/client/a.ts', 'shared/protocol/http.ts'],
    ['functions/a.ts', 'functions/aws/store.ts'],
    ['functions/aws/a.ts', 'shared/app/ports.ts'],
    ['functions/aws/a.ts', '@aws-sdk/client-sqs'],
    ['infra/cloud/a.ts', 'functions/aws/schema.ts'],
    ['web/a.ts', 'shared/client/a.ts'],
  ])('and nothing when %s imports %s', (path, imported) => {
    expect(wrongImport(path, imported)).toBeNull();
  });

  it('in every way to import', () => {
    const text = `import '../game/a.ts';\nimport type {\n  B,\n} from "./b.ts";\nimport('valibot')`;

    expect(importsOf('shared/core/x.ts', text)).toEqual([
      ...['shared/game/a.ts', 'shared/core/b.ts', 'valibot'],
    ]);
  });

  it('in sizes, names and words', () => {
    const body = '  go();\n'.repeat(FUNCTION_LINES_MAX - 1);
    const function_ = (lines: string) => `export function f({\n  a,\n}: A): void {\n${lines}}\n`;

    expect(longFunctions('a.ts', function_(body))).toEqual(['a.ts:1 has 73 lines']);
    expect(longFunctions('a.ts', function_('  go();\n'))).toEqual([]);
    expect(wideLines('a.ts', `${'x'.repeat(100)}\n${'x'.repeat(101)}`)).toEqual(['a.ts:2']);
    expect(emptyNames('export const gameInfo = 1;\nexport class UserManager {}')).toHaveLength(2);
    expect(emptyNames('export const inform = 1;\nexport type Utility = 1;')).toEqual(['Utility']);
    for (const text of ['import x from "/home/x/y"', "'https://registry.example-x.org/a'"]) {
      expect(text).toMatch(FOREIGN);
    }
    const left = ['it.only(', 'describe.skip(', '  xit(', 'it.skipIf(slow)'];
    for (const text of left) expect(text).toMatch(UNRUN);
    expect('describe.skipIf(FOLDER === null)').not.toMatch(UNRUN);
  });
});
