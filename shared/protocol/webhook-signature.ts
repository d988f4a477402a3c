/** Secrets have 24 to 64 bytes (Standard Webhooks 1.0, "Signature scheme"). */
export const WEBHOOK_SECRET_BYTES = 32;
const SECRET_PREFIX = 'whsec_';

/** A secret as both sides keep it. */
export const webhookSecret = (bytes: Uint8Array): string => SECRET_PREFIX + base64(bytes);

/**
 * The headers of Standard Webhooks 1.0: id of the message, epoch seconds of this attempt, and
 * HMAC-SHA256 of `id.timestamp.body`. Receivers refuse what is old: each attempt is signed anew.
 */
export async function signatureHeaders(
  secret: string,
  message: { readonly id: string; readonly atMs: number; readonly body: string },
): Promise<Readonly<Record<string, string>>> {
  const timestamp = String(Math.floor(message.atMs / 1_000));
  const signed = new TextEncoder().encode(`${message.id}.${timestamp}.${message.body}`);
  const key = await keyOf(secret);
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed));
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${base64(signature)}`,
  };
}

const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;

const keyOf = (secret: string) =>
  crypto.subtle.importKey('raw', bytesOf(secret.slice(SECRET_PREFIX.length)), HMAC, false, [
    'sign',
  ]);

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
