import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { NoticeRegion } from '../../src/components/NoticeRegion';

afterEach(cleanup);

test('both live regions exist before any message and stay the same elements', () => {
  const { rerender } = render(<NoticeRegion />);
  const status = screen.getByRole('status');
  const alert = screen.getByRole('alert');
  const texts = () => [screen.getByRole('status').textContent, screen.getByRole('alert').textContent];
  expect(texts()).toEqual(['', '']);

  rerender(<NoticeRegion kind="success">Saved</NoticeRegion>);
  expect(texts()).toEqual(['Saved', '']);
  rerender(<NoticeRegion kind="error">Failed</NoticeRegion>);
  expect(texts()).toEqual(['', 'Failed']);
  rerender(<NoticeRegion kind="error">{undefined}</NoticeRegion>);
  expect(texts()).toEqual(['', '']);
  expect([screen.getByRole('status'), screen.getByRole('alert')]).toEqual([status, alert]);
});
