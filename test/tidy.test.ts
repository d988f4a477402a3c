import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The layer sentence: imports point left, never right. */
const LAYERS = ['core', 'rules', 'game', 'arena', 'protocol', 'app'];

const TOP_LEVEL = [
  ...['infra', 'functions', 'shared', 'test', 'docs', 'web'],
  ...['cdk.json', 'package.json', 'tsconfig.json', 'package-lock.json'],
  ...['README.md', 'CHANGELOG.md', 'LICENSE', 'biome.json', 'vitest.config.ts'],
];

const FILE_LINES_MAX = 300;
const FUNCTION_LINES_MAX = 70;
const LINE_CHARACTERS_MAX = 100;

const ALL = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '');
const SOURCES = ALL.filter((path) => path.endsWith('.ts'));
const read = (path: string): string => readFileSync(path, 'utf8');

/** Every module a file names, types too: paths from the root for our own, names for packages. */
function importsOf(path: string): string[] {
  const names = [...read(path).matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, name]) => name);
  return names.flatMap((name) => {
    if (name === undefined) return [];
    return name.startsWith('.') ? [normalize(join(dirname(path), name))] : [name];
  });
}

const isPackage = (name: string): boolean => !/^(shared|functions|infra|test|web|cdk)\b/.test(name);

/** What a file may import; the answer is the remedy, or null when all is well. */
function wrongImport(path: string, imported: string): string | null {
  const [top, layer = ''] = path.split('/');
  if (imported.startsWith('test/') && top !== 'test' && !imported.endsWith('.json')) {
    return 'product code imports no tests';
  }
  switch (top) {
    case 'shared':
      return wrongInShared(layer, imported);
    case 'functions':
      return layer === 'aws' ? wrongInAdapters(imported) : wrongInEntries(imported);
    case 'infra':
      return wrongInInfra(layer, imported);
    default:
      return null;
  }
}

function wrongInShared(layer: string, imported: string): string | null {
  if (imported.startsWith('node:') || imported.startsWith('@aws-sdk')) {
    return 'shared runs everywhere: pass what it needs as a port';
  }
  if (isPackage(imported)) return null;
  const [top, other = ''] = imported.split('/');
  if (top !== 'shared') return 'shared knows nothing of its surroundings';
  if (layer === 'client') {
    return ['client', 'core', 'protocol'].includes(other) ? null : 'the client speaks the protocol';
  }
  const isLeft = LAYERS.indexOf(other) <= LAYERS.indexOf(layer) && LAYERS.includes(other);
  return isLeft ? null : `imports point left: ${LAYERS.join(' <- ')}; move the code or the word`;
}

function wrongInAdapters(imported: string): string | null {
  if (isPackage(imported) || imported.startsWith('functions/aws/')) return null;
  if (/^shared\/app\/(ports|entities)\.ts$/.test(imported)) return null;
  return imported.startsWith('shared/') && !imported.startsWith('shared/app/')
    ? null
    : 'adapters implement ports; use cases are called by the entries';
}

function wrongInEntries(imported: string): string | null {
  if (imported.startsWith('@aws-sdk')) return 'the SDK lives in functions/aws';
  return isPackage(imported) || /^(shared|functions\/aws)\//.test(imported)
    ? null
    : 'entries import shared and functions/aws, not each other';
}

function wrongInInfra(part: string, imported: string): string | null {
  if (isPackage(imported) || /^(infra|cdk)|\.json$/.test(imported)) return null;
  if (part === 'cloud') {
    return imported === 'functions/aws/schema.ts' ? null : 'the stack knows only the table schema';
  }
  return imported.startsWith('shared/') ? null : 'local cloud and command line use no functions';
}

/** Functions by their first and last line: top level declarations and class members. */
function longFunctions(path: string): string[] {
  const lines = read(path).split('\n');
  const named = "function\\b|const \\w+ = [^']*=> \\{$|#?(?!describe|it\\b)\\w+\\([^'=]*\\{$";
  const start = new RegExp(`^( {0,2})(export |async )*(${named})`);
  return lines.flatMap((line, from) => {
    const indent = start.exec(line)?.[1];
    if (indent === undefined) return [];
    const to = lines.findIndex(
      (end, index) => index > from && /^\s*\}/.test(end) && end.startsWith(`${indent}}`),
    );
    return to - from >= FUNCTION_LINES_MAX
      ? [`${path}:${from + 1} has ${to - from + 1} lines`]
      : [];
  });
}

describe('the tree is tidy', () => {
  it('imports follow the layer sentence', () => {
    const wrong = SOURCES.flatMap((path) =>
      importsOf(path).flatMap((imported) => {
        const remedy = wrongImport(path, imported);
        return remedy === null ? [] : [`${path} imports ${imported}: ${remedy}`];
      }),
    );

    expect(wrong).toEqual([]);
  });

  it('every import of our own exists', () => {
    const missing = SOURCES.flatMap((path) =>
      importsOf(path)
        .filter((name) => name.endsWith('.ts') && !isPackage(name) && !SOURCES.includes(name))
        .map((name) => `${path} imports ${name}`),
    );

    expect(missing).toEqual([]);
  });

  it('files, functions and lines are short', () => {
    const long = SOURCES.flatMap((path) => {
      const lines = read(path).split('\n');
      const tooWide = lines.flatMap((line, i) =>
        [...line].length > LINE_CHARACTERS_MAX ? [`${path}:${i + 1} is too wide`] : [],
      );
      const tooLong = lines.length > FILE_LINES_MAX ? [`${path} has ${lines.length} lines`] : [];
      // Stand-ins for a whole store or stream are closures over one state.
      const functions = path.startsWith('test/support/') ? [] : longFunctions(path);
      return [...tooWide, ...tooLong, ...functions];
    });

    expect(long).toEqual([]);
  });

  it('shared is pure: no clock, no dice, no environment', () => {
    const impure = /\b(Date\.now|new Date\(\)|Math\.random|process\.(env|argv)|setTimeout)\b/;
    const found = SOURCES.filter((path) => path.startsWith('shared/') && impure.test(read(path)));

    expect(found).toEqual([]);
  });

  it('names are the words of the field, and exports have names', () => {
    const banned = /export (async )?\w+ \w*(Manager|Helper|Util|Service|Info)\b/;
    const wrong = SOURCES.filter((path) => banned.test(read(path)));
    const unnamed = SOURCES.filter(
      (path) => !path.endsWith('.config.ts') && /^export default/m.test(read(path)),
    );

    expect([...wrong, ...unnamed]).toEqual([]);
  });

  it('no test is skipped or alone', () => {
    const marks = /\b(it|test|describe)\.(only|skip|todo)\b/;
    const found = SOURCES.filter(
      (path) => path.startsWith('test/') && path !== 'test/tidy.test.ts' && marks.test(read(path)),
    );

    expect(found).toEqual([]);
  });

  it('files speak of the product alone', () => {
    const texts = ALL.filter((path) => /\.(ts|md|json|yaml)$|run$/.test(path));
    const foreign = /(\/work\/|\/tmp\/briefs|registry\.[a-z]+\.(org|com)|\bhelper-\d)/;
    const found = texts.filter((path) => path !== 'test/tidy.test.ts' && foreign.test(read(path)));

    expect(found).toEqual([]);
  });

  it('the top level is as agreed', () => {
    const tops = [...new Set(ALL.map((path) => path.split('/')[0] ?? ''))];

    expect(tops.filter((top) => !top.startsWith('.') && !TOP_LEVEL.includes(top))).toEqual([]);
  });
});
