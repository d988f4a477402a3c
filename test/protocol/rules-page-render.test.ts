import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rulesHtml, rulesMarkdown } from '../../shared/protocol/rules-page/render.ts';
import {
  RULES_LANGUAGES,
  type RulesPage,
  rulesPage,
} from '../../shared/protocol/rules-page/rules-page.ts';
import { SECTION_IDS } from '../../shared/protocol/rules-page/sections.ts';
import { SHIELD_ARENA } from './rules-pages.ts';

const SEED = Number(process.env.SEED ?? 20_261_221);
const RUNS = Math.ceil(1_000 * Number(process.env.SEEDS ?? 1));

const pageOf = (name: string): RulesPage => rulesPage({ ...SHIELD_ARENA, name }, 'en');

/** Names out of what markup is made of, and anything else. */
const anyName = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'<>&"\'`*_[]()!#+-=.:/\\|~$@1ab '), minLength: 1 }),
  fc.string({ unit: 'grapheme', minLength: 1 }),
);

const everyName = (holds: (name: string) => void): void =>
  fc.assert(fc.property(anyName, holds), { seed: SEED, numRuns: RUNS });

describe('the rules page as HTML', () => {
  it.each(RULES_LANGUAGES)('is a whole document in its language: %s', (lang) => {
    const html = rulesHtml(rulesPage(SHIELD_ARENA, lang));

    expect(html).toMatch(
      new RegExp(`^<!doctype html>\n<html lang="${lang}">[\\s\\S]*</body>\n</html>\n$`),
    );
    expect(html).toContain('<meta charset="utf-8">');
    expect(html).not.toMatch(/<script|\bon\w+=|https?:/);
  });

  it('has an anchor for every section', () => {
    const html = rulesHtml(pageOf('Shield'));

    expect([...html.matchAll(/<section id="([^"]+)">/g)].map(([, id]) => id)).toEqual(SECTION_IDS);
    expect([...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)).toEqual(SECTION_IDS);
  });

  it('shows a name as it is, whatever it looks like', () => {
    const html = rulesHtml(pageOf('<b>&"\''));

    expect(html).toContain('<title>&lt;b&gt;&amp;&quot;&#39;: the rules</title>');
    expect(html).toContain('<h1>&lt;b&gt;&amp;&quot;&#39;: the rules</h1>');
    expect(html).not.toContain('<b>');
  });

  it('has the same tags for every name, and the name between them', () => {
    console.log(`rules page: SEED=${SEED}, ${RUNS} random names`);
    const tagsOf = (html: string) => html.match(/<[^>]*>/g);
    const tags = tagsOf(rulesHtml(pageOf('Shield')));

    everyName((name) => {
      const html = rulesHtml(pageOf(name));
      expect(tagsOf(html)).toEqual(tags);
      expect(plain(/<h1>([^<]*)<\/h1>/.exec(html)?.[1] ?? '')).toBe(`${name}: the rules`);
    });
  });

  it('has every paragraph', () => {
    const page = pageOf('Shield');
    const shown = [...rulesHtml(page).matchAll(/<p>([^<]*)<\/p>/g)].map(([, text = '']) =>
      plain(text),
    );

    expect(shown).toEqual(page.sections.flatMap(({ paragraphs }) => paragraphs));
  });
});

/** The text of escaped HTML. */
const plain = (html: string): string =>
  html
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');

describe('the rules page as Markdown', () => {
  it('has a title, headings and paragraphs, and nothing else', () => {
    const page = pageOf('Shield');
    const blocks = rulesMarkdown(page).trimEnd().split('\n\n');

    expect(blocks[0]).toBe('# Shield: the rules');
    expect(
      blocks.filter((block) => block.startsWith('## ')).map((block) => block.slice(3)),
    ).toEqual(page.sections.map(({ heading }) => heading));
    expect(blocks.slice(1)).toHaveLength(
      page.sections.reduce((sum, { paragraphs }) => sum + 1 + paragraphs.length, 0),
    );
    expect(blocks.filter((block) => block.includes('\n'))).toEqual([]);
  });

  it.each([
    ['<b>&"', String.raw`\<b\>\&"`],
    ['*_`~', String.raw`\*\_\`\~`],
    ['[x](y)', String.raw`\[x\](y)`],
    ['# a #', String.raw`\# a \#`],
    ['1. a', String.raw`1\. a`],
    ['- a', String.raw`\- a`],
    ['a - b 1.', 'a - b 1.'],
    ['http://a.b', String.raw`http\://a.b`],
    ['www.a.b', String.raw`www\.a.b`],
    [String.raw`a\b`, String.raw`a\\b`],
    ['a\n# b', String.raw`a \# b`],
  ])('escapes what would be markup: %j', (name, escaped) => {
    expect(rulesMarkdown(pageOf(name))).toMatch(`# ${escaped}: the rules\n\n`);
  });

  it('keeps every name in its one heading, and the name can be read back', () => {
    const [, ...rest] = rulesMarkdown(pageOf('Shield')).split('\n');

    everyName((name) => {
      const [title = '', ...others] = rulesMarkdown(pageOf(name)).split('\n');
      const bare = title.slice(2).replace(/\\[!-/:-@[-`{-~]/g, '');
      expect(others).toEqual(rest);
      expect(bare).not.toMatch(/[\\`*_[\]<>&~|#$@]|:\/\//);
      expect(title).not.toMatch(/^# (?:[-+=]|\d+[.)])/);
      expect(title.replace(/\\([!-/:-@[-`{-~])/g, '$1')).toBe(
        `# ${`${name}: the rules`.replace(/\s+/g, ' ').trim()}`,
      );
    });
  });
});
