/**
 * Reads a text file as spreadsheets and editors save it: UTF-8 or UTF-16, with or without a byte order mark, else
 * Windows-1252.
 * @returns null when it is not text
 * @throws when the browser cannot read it
 */
export async function readTextFile(file: File): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  // No text has a NUL, and no workbook or picture is without.
  return text.includes('\0') ? null : text;
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // Half of a line break, or of any Latin letter, is zero in UTF-16. In UTF-8 nothing is.
  const zeros = bytes.reduce((count, byte) => (byte === 0 ? count + 1 : count), 0);
  const oddZeros = bytes.reduce((count, byte, place) => (byte === 0 && place % 2 === 1 ? count + 1 : count), 0);
  if (zeros > 0) return oddZeros * 2 > zeros ? 'utf-16le' : 'utf-16be';
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252';
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
