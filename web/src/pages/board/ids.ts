/** Names that nobody else gives: 128 bits of chance as 22 characters. They exist before any server has heard of them. */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** 16 bytes as base64url. */
export function written(bytes: Uint8Array): string {
  let text = '';
  for (let place = 0; place < bytes.length; place += 3) {
    const [a = 0, b = 0, c = 0] = bytes.subarray(place, place + 3);
    const bits = (a << 16) | (b << 8) | c;
    const letters = Math.min(4, bytes.length - place + 1);
    for (let letter = 0; letter < letters; letter++) text += LETTERS[(bits >> (18 - 6 * letter)) & 63];
  }
  return text;
}

/** A board, an operation, a hand, a phone, a key. No clock is in it, and every browser has it, also without HTTPS. */
export const newId = (): string => written(crypto.getRandomValues(new Uint8Array(16)));
