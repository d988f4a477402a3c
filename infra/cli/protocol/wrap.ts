const LINE_CHARACTERS = 100;
/** What stands on lines of its own: headings, tables, code. */
const KEPT = /^(#|\||```)/;
const ITEM = /^(- |\d+\. )/;

/** Paragraphs and lists of a page in lines that fit the screen. */
export const wrapped = (page: string): string => page.split('\n\n').map(wrappedPart).join('\n\n');

function wrappedPart(part: string): string {
  if (KEPT.test(part)) return part;
  const items = part.split(/\n(?=- |\d+\. )/);
  return items.map(wrappedItem).join('\n');
}

function wrappedItem(item: string): string {
  const indent = ' '.repeat(ITEM.exec(item)?.[0].length ?? 0);
  const lines: string[] = [];
  let line = '';
  for (const word of item.split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && longer.length > LINE_CHARACTERS) {
      lines.push(line);
      line = `${indent}${word}`;
    } else line = longer;
  }
  return [...lines, line].join('\n');
}
