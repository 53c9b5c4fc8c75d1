import { readFileSync } from 'node:fs';
import { fileReason } from '../platform/files/fileReason';
import { OperatorError } from '../platform/operatorError';

/**
 * Reads a text file. Its encoding must be given where it cannot be detected: a wrong guess would garble names.
 *
 * @param encoding a label that `TextDecoder` knows
 * @throws OperatorError
 */
export function readTextFile(file: string, encoding: string | undefined): string {
  const bytes = readBytes(file);
  const text = encoding === undefined ? decodeText(bytes) : decoderOf(encoding).decode(bytes);
  // Text has no NUL; every workbook has one.
  if (text?.includes('\0') ?? bytes.includes(0)) {
    throw new OperatorError(`${file} is not a text file. Save it as CSV UTF-8.`);
  }
  if (text !== null) return text;
  const line = decoderOf('windows-1252')
    .decode(bytes)
    .split(/\r\n?|\n/)
    .find((one: string) => /[^\0-\x7f]/.test(one));
  throw new OperatorError(
    `${file} is not UTF-8. Save it as CSV UTF-8, or name its encoding: --encoding windows-1252 would read “${line?.slice(0, 80)}”.`,
  );
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw new OperatorError(`${file} cannot be read: ${fileReason(error)}.`);
  }
}

function decoderOf(encoding: string) {
  try {
    return new TextDecoder(encoding);
  } catch {
    throw new OperatorError(`There is no encoding ${encoding}.`);
  }
}

/**
 * Decodes a text file as spreadsheets and editors save it: UTF-8 or UTF-16, with or without a byte order mark.
 *
 * @returns null when it is text in another encoding, or not text
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
  // In UTF-16 half of each Latin letter or line break is a zero byte; UTF-8 text has none.
  const zeros = bytes.reduce((count, byte) => (byte === 0 ? count + 1 : count), 0);
  const oddZeros = bytes.reduce((count, byte, place) => (byte === 0 && place % 2 === 1 ? count + 1 : count), 0);
  if (zeros === 0) return 'utf-8';
  return oddZeros * 2 > zeros ? 'utf-16le' : 'utf-16be';
}
