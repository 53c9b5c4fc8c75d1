import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SECTION_COLOURS, sectionColour } from '../../src/components/sectionColour';

const styles = readFileSync('src/styles.css', 'utf8');

test('every section id has one of six colours', () => {
  const ids = ['', '7', '07', '987654', 'a3f1c2d4-0b6e-4f7a-9c1d-2e5b8a7f6c3d', 'Algèbre 9b', '🙂'.repeat(400)];
  for (const id of ids) {
    expect([1, 2, 3, 4, 5, 6]).toContain(sectionColour(id));
    expect(sectionColour(id)).toBe(sectionColour(id));
  }
});

test('consecutive sections have different colours', () => {
  const colours = ['1', '2', '3', '4', '5', '6'].map(sectionColour);
  expect(new Set(colours).size).toBe(6);
  expect(sectionColour('7')).toBe(sectionColour('1'));
  expect(sectionColour('12')).not.toBe(sectionColour('21'));
});

test('each colour has a token in both themes', () => {
  const tokens = [...styles.matchAll(/--color-section-(\d+):/g)].map(([, number]) => Number(number));
  expect(tokens).toEqual([1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6]);
  expect(SECTION_COLOURS).toBe(6);
});
