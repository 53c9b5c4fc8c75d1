/** Encodings that programs save text in. @param write returns the encoded bytes */
const encodings: [name: string, write: (text: string) => Uint8Array<ArrayBuffer>][] = [
  ['UTF-8', (text) => new TextEncoder().encode(text)],
  ['UTF-8 with its mark', (text) => new TextEncoder().encode(`\uFEFF${text}`)],
  ['UTF-16', (text) => utf16(text, 'little')],
  ['UTF-16 with its mark', (text) => utf16(`\uFEFF${text}`, 'little')],
  ['UTF-16 big-endian', (text) => utf16(text, 'big')],
  ['UTF-16 big-endian with its mark', (text) => utf16(`\uFEFF${text}`, 'big')],
];

function utf16(text: string, order: 'little' | 'big'): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let index = 0; index < text.length; index++) {
    view.setUint16(index * 2, text.charCodeAt(index), order === 'little');
  }
  return new Uint8Array(view.buffer);
}

/** Encodes one byte per character, as in Latin-1 and, apart from a few signs, Windows-1252. */
export const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

/** Returns the files one text may be saved as. */
export const filesOf = (text: string): [name: string, bytes: Uint8Array<ArrayBuffer>][] =>
  encodings.map(([name, write]) => [name, write(text)]);

/** First bytes of files that are not text. */
export const notText: [name: string, bytes: Uint8Array<ArrayBuffer>][] = [
  ['a workbook', latin1('PK\x03\x04\x14\x00\x06\x00\x08\x00\x00\x00!\x00\xB5\x18\x02\x9C')],
  ['an old workbook', latin1('\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\x00\x00\x00\x00\x00\x00\x00\x00\x3E\x00\x03\x00')],
  ['a picture', latin1('\x89PNG\r\n\x1A\n\x00\x00\x00\rIHDR')],
];
