import { describe, expect, test } from 'vitest';
import { separatorsFor } from '../../src/model/logs/csvSeparator';
import { csvOf } from '../../src/services/csvFile';

describe('the file', () => {
  test('is UTF-8 with a byte order mark, and keeps quotes, line breaks and separators inside cells', () => {
    expect(csvOf([['Zoë', 'say "hi"', 'a\nb', 'c,d', 'e;f']], ',')).toBe('\uFEFFZoë,"say ""hi""","a\nb","c,d",e;f');
  });

  test.each([',', ';'] as const)('separates cells with the %s that was chosen', (separator) => {
    const rows = [
      ['a', 'b'],
      ['c', 'd'],
    ];
    expect(csvOf(rows, separator)).toBe(`\uFEFFa${separator}b\r\nc${separator}d`);
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

  test('security 18: a cell that only contains such a character stays as is', () => {
    expect(csvOf([['a=1', 'aiko@school.example', '2026-11-21']], ',')).toBe('\uFEFFa=1,aiko@school.example,2026-11-21');
  });
});
