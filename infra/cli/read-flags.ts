import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { err, ok, type Result } from '../../shared/core/result.ts';

type Values<O extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; options: O }>
>['values'];

/** The values of these flags, or one line that says what is wrong. */
export function readFlags<const O extends ParseArgsOptionsConfig>(
  options: O,
  args: readonly string[],
): Result<Values<O>, string> {
  try {
    return ok(parseArgs({ args: [...args], options }).values);
  } catch (error) {
    return err(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
}

/** A clock as people write it (`3+2`, `0.25+0`): minutes, and seconds a move; null: it is none. */
export function clockIn(
  text: string,
): { readonly limitMs: number; readonly incrementMs: number } | null {
  const parts = /^(\d+(?:\.\d+)?)\+(\d+)$/.exec(text);
  if (parts === null) return null;
  return {
    limitMs: Math.round(Number(parts[1]) * 60_000),
    incrementMs: Number(parts[2]) * 1_000,
  };
}

/** An empty text is no number, though it converts to 0. */
export const numberIn = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));
