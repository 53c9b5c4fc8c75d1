import { readFileSync } from 'node:fs';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LoadingText } from '../../src/components/LoadingText';
import { Bar, Skeleton } from '../../src/components/Skeleton';
import { StatusRegion } from '../../src/components/StatusRegion';

/* Screen readers announce only what enters an existing live region. */

const announced = () => document.getElementById('announced');

beforeEach(() => {
  const { body } = new DOMParser().parseFromString(readFileSync('index.html', 'utf8'), 'text/html');
  document.body.append(...body.querySelectorAll('#announced'));
});

afterEach(() => {
  cleanup();
  announced()?.remove();
});

test('every document has an empty, hidden live region for text that appears with its component', () => {
  expect(announced()?.textContent).toBe('');
  expect(announced()?.getAttribute('aria-live')).toBe('polite');
  expect(announced()?.className).toBe('sr-only');
});

const shape = (
  <Skeleton label="Loading…">
    <Bar className="h-5" />
  </Skeleton>
);

test.each([
  ['in the shape of what comes', shape],
  ['in its place', <LoadingText key="">Loading…</LoadingText>],
])('a loading message shown %s is announced once in that region', (_, loading) => {
  const { rerender, container } = render(loading);
  const before = announced();
  expect(before?.textContent).toBe('Loading…');
  const read = container.cloneNode(true);
  if (read instanceof Element) for (const one of read.querySelectorAll('[aria-hidden=true]')) one.remove();
  expect(read.textContent).toBe('');
  expect(container.querySelectorAll('[aria-live], [role=status]')).toHaveLength(0);

  rerender(<div />);
  expect([announced(), announced()?.textContent]).toEqual([before, '']);
});

test('a retry after a failure is not announced; its text stays in place', () => {
  const { container } = render(
    <Skeleton label="Loading…" quiet>
      <Bar className="h-5" />
    </Skeleton>,
  );
  expect([container.textContent, announced()?.textContent]).toEqual(['Loading…', '']);
});

test('the region for empty results exists beforehand and takes no space until then', () => {
  const region = (isEmpty: boolean) => <StatusRegion>{isEmpty && <p>Nothing here.</p>}</StatusRegion>;
  const { rerender } = render(region(false));
  const status = screen.getByRole('status');
  expect([status.textContent, status.className]).toEqual(['', 'absolute']);
  rerender(region(true));
  expect([screen.getByRole('status'), status.textContent]).toEqual([status, 'Nothing here.']);
  expect(status.className).not.toContain('absolute');
  rerender(region(false));
  expect([screen.getByRole('status'), status.textContent]).toEqual([status, '']);
});
