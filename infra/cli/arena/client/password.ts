import { readFile } from 'node:fs/promises';
import { err, ok, type Result } from '../../../../shared/core/result.ts';

/** For whoever has said it as a flag, or not at all. */
export const PASSWORD_SOURCES = 'ARENA_PASSWORD or --password-file FILE';

/** The password of an arena, of a file or else of the environment; undefined: neither says one. */
export async function passwordIn(
  file: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Result<string | undefined, string>> {
  if (file === undefined) return ok(env.ARENA_PASSWORD || undefined);
  // A blank may be part of it; the end of its line is not.
  const password = (await readFile(file, 'utf8')).replace(/\r?\n$/, '');
  return password === '' ? err('--password-file: there is no password in it') : ok(password);
}
