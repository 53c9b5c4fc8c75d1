/**
 * Reads a text file saved by a spreadsheet or editor: UTF-8 or UTF-16, with or without a byte order mark, else
 * Windows-1252.
 *
 * @returns null if it is not text
 * @throws if the browser cannot read it
 */
export async function readTextFile(file: File): Promise<string | null> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  // Text has no NULs; workbooks and pictures do.
  return text.includes('\0') ? null : text;
}

function encodingOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  // In UTF-16 half the bytes of a line break or Latin letter are zero. UTF-8 text has no zeros.
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
