import type { RulesPage } from './rules-page.ts';

/** The page as Markdown (CommonMark and GitHub's): every text comes out as it is. */
export function rulesMarkdown(page: RulesPage): string {
  const blocks = [
    `# ${markdownText(page.title)}`,
    ...page.sections.flatMap(({ heading, paragraphs }) => [
      `## ${markdownText(heading)}`,
      ...paragraphs.map(markdownText),
    ]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** What opens markup anywhere in a line; the rest are what turns an address into a link. */
const INLINE = /[\\`*_[\]<>&~|#$]|@|:(?=\/\/)|(?<=www)\./gi;
/** What opens a list or a ruler at the start of a line. */
const LINE_START = /^(?:[-+=]|\d+(?=[.)]))/;

function markdownText(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const escaped = line.replace(INLINE, '\\$&');
  return escaped.replace(LINE_START, (start) => (/\d/.test(start) ? `${start}\\` : `\\${start}`));
}

/** The page as a whole HTML document without scripts; each section's id is its anchor. */
export function rulesHtml(page: RulesPage): string {
  const title = htmlText(page.title);
  return [
    '<!doctype html>',
    `<html lang="${page.lang}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${title}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    '<main>',
    `<h1>${title}</h1>`,
    ...page.sections.map(htmlSection),
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

const STYLE =
  'main{max-width:42rem;margin:auto;padding:1rem;font:1rem/1.5 system-ui,sans-serif}' +
  'h2 a{color:inherit;text-decoration:none}';

function htmlSection({ id, heading, paragraphs }: RulesPage['sections'][number]): string {
  const title = `<h2><a href="#${id}">${htmlText(heading)}</a></h2>`;
  const texts = paragraphs.map((text) => `<p>${htmlText(text)}</p>`);
  return [`<section id="${id}">`, title, ...texts, '</section>'].join('\n');
}

const ENTITIES: { readonly [Character in string]?: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const htmlText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
