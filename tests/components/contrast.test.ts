import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const styles = readFileSync('src/styles.css', 'utf8');

/** Returns the colour tokens in the first block after `opening`, as `[red, green, blue]` from 0 to 255. */
function tokens(opening: string): Record<string, number[]> {
  const start = styles.indexOf(opening);
  const block = styles.slice(start, styles.indexOf('}', start));
  return Object.fromEntries(
    [...block.matchAll(/--color-([\w-]+): #([\da-f]{6});/g)].map(([, name = '', hex = '']) => [
      name,
      [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)),
    ]),
  );
}

/** Returns the relative luminance of WCAG 2, from 0 (black) to 1 (white). */
function luminance(colour: number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: number[], other: number[]): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const light = tokens('@theme');
const themes = { light, dark: { ...light, ...tokens('prefers-color-scheme: dark') } };

/** Text and backgrounds: WCAG 2 AA requires 4.5. */
const texts = {
  ink: ['canvas', 'surface', 'sunken', 'primary-soft', 'lit'],
  muted: ['canvas', 'surface', 'sunken', 'primary-soft', 'lit'],
  link: ['canvas', 'surface', 'sunken', 'primary-soft', 'red-soft', 'green-soft'],
  'on-primary': ['primary', 'primary-hover'],
  'on-danger': ['danger'],
  'on-brand': ['brand'],
  green: ['green-soft'],
  red: ['red-soft', 'canvas', 'surface'],
  yellow: ['yellow-soft'],
  purple: ['purple-soft'],
};

/** Lines and shapes needed to use a control: 3. */
const shapes = {
  control: ['canvas', 'surface'],
  focus: ['canvas', 'surface', 'sunken', 'primary-soft', 'red-soft'],
  danger: ['canvas', 'surface'],
  lamp: ['brand'],
  'section-1': ['canvas', 'surface'],
  'section-2': ['canvas', 'surface'],
  'section-3': ['canvas', 'surface'],
  'section-4': ['canvas', 'surface'],
  'section-5': ['canvas', 'surface'],
  'section-6': ['canvas', 'surface'],
};

describe.each(Object.entries(themes))('in the %s theme', (_theme, colours) => {
  const pairs = (of: Record<string, string[]>) =>
    Object.entries(of).flatMap(([front, backs]) => backs.map((back) => [front, back] as const));
  const measure = (front: string, back: string) => contrast(colours[front]!, colours[back]!);

  test.each(pairs(texts))('%s is readable on %s', (front, back) => {
    expect(measure(front, back)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(pairs(shapes))('%s is visible on %s', (front, back) => {
    expect(measure(front, back)).toBeGreaterThanOrEqual(3);
  });
});

test('every colour has a dark value, except the lamp', () => {
  const missing = Object.keys(light).filter((name) => !(name in tokens('prefers-color-scheme: dark')));
  expect(missing).toEqual(['lamp']);
});

test("the browser's own bar has the page's colour", () => {
  const bars = [...readFileSync('index.html', 'utf8').matchAll(/theme-color" content="(#[\da-f]{6})"/g)];
  const onScreen = styles.slice(0, styles.indexOf('@media print'));
  const canvases = [...onScreen.matchAll(/--color-canvas: (#[\da-f]{6});/g)];
  expect(bars.map(([, colour]) => colour)).toEqual(canvases.map(([, colour]) => colour));
});
