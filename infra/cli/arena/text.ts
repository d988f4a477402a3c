/** What would do something to a terminal, or turn a line around, instead of being seen. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text of a stranger's as one line of harmless characters. */
export const plain = (text: string): string => text.replace(UNSEEN, ' ');

/** Cells side by side, each padded to its width (characters); the last one is as long as it is. */
export const row = (cells: readonly string[], widths: readonly number[]): string =>
  cells
    .map((cell, at) => cell.padEnd(widths[at] ?? 0))
    .join('  ')
    .trimEnd();

const LABEL_WIDTH = 14;

/** `label   value`, a line for each line of the value; nothing where it is empty. */
export const labelled = (label: string, value: string): string[] =>
  value === ''
    ? []
    : value
        .split(/\r?\n/)
        .map((line, at) => `${(at === 0 ? label : '').padEnd(LABEL_WIDTH)}${line}`.trimEnd());

/** `1 game`, `2 games`. */
export const counted = (count: number, one: string): string =>
  `${count} ${count === 1 ? one : `${one}s`}`;
