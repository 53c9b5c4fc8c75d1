import { expect, test } from 'vitest';
import { readTextFile } from '../../src/services/roster/textFile';
import { filesOf, latin1, notText } from '../support/textFiles';

const text = 'Name;E-Mail\r\nZoë Łukasz;zoë@x.example\r\n山田;yamada@x.example\r\n';
const read = (bytes: Uint8Array<ArrayBuffer>) => readTextFile(new File([bytes], 'class.csv'));

test.each(filesOf(text))('reads %s', async (_, bytes) => {
  expect(await read(bytes)).toBe(text);
});

test('reads what is no UTF-8 as Windows-1252', async () => {
  expect(await read(latin1('Zo\xEB;zo\xEB@x.example'))).toBe('Zoë;zoë@x.example');
});

test.each(notText)('tells that %s is not text', async (_, bytes) => {
  expect(await read(bytes)).toBeNull();
});

test('reads an empty file', async () => {
  expect(await read(latin1(''))).toBe('');
});
