/**
 * Decodes a text file as spreadsheets and editors save it: UTF-8 or UTF-16, with or without a byte order mark.
 * @returns null when it is text in another encoding, or no text
 */
export function decodeText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(unicodeOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function unicodeOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Half of a line break, or of any Latin letter, is zero in UTF-16. In UTF-8 nothing is.
  const zeros = bytes.reduce((count, byte) => (byte === 0 ? count + 1 : count), 0);
  const oddZeros = bytes.reduce((count, byte, place) => (byte === 0 && place % 2 === 1 ? count + 1 : count), 0);
  if (zeros === 0) return 'utf-8';
  return oddZeros * 2 > zeros ? 'utf-16le' : 'utf-16be';
}
