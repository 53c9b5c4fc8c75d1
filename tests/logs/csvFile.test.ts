import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { separatorsFor } from '../../src/machines/logs/csvSeparator';
import { csvOf } from '../../src/services/logs/csvFile';

describe('the file', () => {
  test('is UTF-8 with a byte order mark, and keeps quotes, line breaks and separators inside cells', () => {
    expect(csvOf([['Zoë', 'say "hi"', 'a\nb', 'c,d', 'e;f']], ',')).toBe('\uFEFF"Zoë","say ""hi""","a\nb","c,d","e;f"');
  });

  test.each([',', ';'] as const)('separates cells with the %s that was chosen', (separator) => {
    const rows = [
      ['a', 'b'],
      ['c', 'd'],
    ];
    expect(csvOf(rows, separator)).toBe(`\uFEFF"a"${separator}"b"\r\n"c"${separator}"d"`);
  });

  test.each([
    ['en-US', ','],
    ['de-DE', ';'],
    ['fr-FR', ';'],
    ['sv-SE', ';'],
    ['ja-JP', ','],
  ])('in %s is offered first with %s', (locale, separator) => {
    expect(separatorsFor(locale)[0]).toBe(separator);
    expect(separatorsFor(locale).toSorted()).toEqual([',', ';']);
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("https://evil.example")', '=1\n2'])(
    'security 18: the cell %j is text and no formula',
    (cell) => {
      const [first] = csvOf([[cell, 'b']], ',')
        .slice(1)
        .split(cell.slice(0, 1));
      expect(first).toMatch(/^"?'$/);
    },
  );

  test.each([',', ';'] as const)(
    'security 18: no cell of a file with %s is a formula, wherever a spreadsheet splits',
    (written) => {
      const hostile = [
        '=1+1',
        'ok;=1+cmd|calc!A0',
        'ok,=1+1',
        'ok\t@SUM(A1)',
        'a\n-1',
        'a;"=1',
        '"=1',
        'a;;+1',
        'ok;\t=1',
      ];
      const csv = csvOf([['first', ...hostile], hostile], written).slice(1);
      for (const split of [',', ';', '\t', '\n', '\r\n']) {
        const naive = csv.split(split).map((cell) => cell.replace(/^"+/, ''));
        const delimiter = split === ';' || split === '\t' ? split : ',';
        const read = Papa.parse<string[]>(csv, { delimiter }).data.flat();
        expect([...naive, ...read].filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
      }
    },
  );

  test('what is read back is the text that was written', () => {
    const rows = [
      ['Zoë "Z" O’Neil; Jr, III', 'a\nb', ''],
      ['x=1', ' y ', "'quoted'"],
    ];
    for (const separator of [',', ';'] as const)
      expect(Papa.parse(csvOf(rows, separator).slice(1), { delimiter: separator }).data).toEqual(rows);
  });

  test('security 18: a cell that only contains such a character stays as is', () => {
    expect(csvOf([['a=1', 'aiko@school.example', '2026-11-21']], ',')).toBe(
      '\uFEFF"a=1","aiko@school.example","2026-11-21"',
    );
  });
});
