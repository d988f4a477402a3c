/** SHA-256 of UTF-8 text by WebCrypto, which functions, browsers and tests all have. */
export async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

/** Lower-case hexadecimal SHA-256 of UTF-8 text. */
export async function sha256Hex(text: string): Promise<string> {
  return hexOf(await sha256(text));
}

/** In lower case, two digits a byte. */
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
