import type { PasswordHash } from '../arena/entry-rules.ts';
import { hexOf } from '../core/hash.ts';
import type { Random } from '../core/random.ts';

/**
 * PBKDF2 with HMAC-SHA-256 (RFC 8018). A password lets people into one arena for some hours, and is
 * known to all of them; this much makes a stolen table useless, and costs an entry 50 ms.
 */
const ITERATIONS = 100_000;
const HASH_BITS = 256;
const SALT_BYTES = 16;

export async function hashPassword(random: Random, password: string): Promise<PasswordHash> {
  const salt = hexOf(random.bytes(SALT_BYTES));
  return { salt, hash: await derive(password, salt) };
}

export const isPassword = async (stored: PasswordHash, password: string): Promise<boolean> =>
  (await derive(password, stored.salt)) === stored.hash;

async function derive(password: string, salt: string): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const key = await crypto.subtle.importKey('raw', bytes(password), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: bytes(salt), iterations: ITERATIONS };
  return hexOf(new Uint8Array(await crypto.subtle.deriveBits(how, key, HASH_BITS)));
}
