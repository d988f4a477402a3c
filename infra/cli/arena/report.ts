import type { ExportFile } from './export-file.ts';
import type { Difference, Findings } from './findings.ts';
import { notRecomputed } from './not-recomputed.ts';

/** What a verification says, and with which exit code. */
export interface Report {
  readonly lines: readonly string[];
  readonly exitCode: 0 | 1 | 2;
}

/** Each difference a line, then what was not compared and why, and at last the sum of it. */
export function reportOf(file: ExportFile, findings: Findings): Report {
  const { differences, notComparable } = findings;
  const reasons = [...notComparable].map(
    ([reason, fields]) =>
      `notComparable ${reason}: ${[...fields].map(([field, n]) => `${field}=${n}`).join(' ')}`,
  );
  const unnamed = `notRecomputed ${notRecomputed(file).join(' ')}`;
  const compared = findings.compared();
  const verdict =
    differences.length > 0
      ? ({ text: `differences=${differences.length}`, exitCode: 1 } as const)
      : compared > 0
        ? ({ text: 'ok', exitCode: 0 } as const)
        : ({ text: 'nothing to compare', exitCode: 2 } as const);
  const sizes = `players=${file.players.size} games=${file.games.length}`;
  const left = [...notComparable.values()].flatMap((fields) => [...fields.values()]);
  const not = left.reduce((sum, n) => sum + n, 0);
  const summary = `${verdict.text} ${sizes} compared=${compared} notComparable=${not}`;
  const lines = [...differences.map(differenceText), ...reasons, unnamed, summary];
  return { lines, exitCode: verdict.exitCode };
}

const differenceText = ({ subject, field, stored, recomputed }: Difference): string =>
  `difference ${subject} ${field}: stored ${shown(stored)}, recomputed ${shown(recomputed)}`;

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
