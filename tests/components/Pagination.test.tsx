import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Pagination } from '../../src/components/Pagination';
import { pageWindow } from '../../src/components/pageWindow';

afterEach(cleanup);

describe('the window of page numbers', () => {
  test.each([
    [1, 2, '1 2'],
    [3, 7, '1 2 3 4 5 6 7'],
    [4, 8, '1 2 3 4 5 gap 8'],
    [5, 8, '1 gap 4 5 6 7 8'],
    [1, 12, '1 2 3 4 5 gap 12'],
    [4, 12, '1 2 3 4 5 gap 12'],
    [5, 12, '1 gap 4 5 6 gap 12'],
    [8, 12, '1 gap 7 8 9 gap 12'],
    [9, 12, '1 gap 8 9 10 11 12'],
    [12, 12, '1 gap 8 9 10 11 12'],
    [250, 500, '1 gap 249 250 251 gap 500'],
  ])('on page %i of %i: %s', (page, pageCount, expected) => {
    expect(pageWindow(page, pageCount).join(' ')).toBe(expected);
  });

  test('lists up to seven pages, else seven entries including the current page', () => {
    for (let pageCount = 1; pageCount <= 40; pageCount++) {
      for (let page = 1; page <= pageCount; page++) {
        const entries = pageWindow(page, pageCount);
        expect(entries).toContain(page);
        expect(entries.length).toBe(Math.min(pageCount, 7));
      }
    }
  });
});

describe('Pagination', () => {
  test('marks the current page and requests the pressed one', async () => {
    const user = userEvent.setup();
    const onSelect = vi.fn();
    render(<Pagination label="Pages" page={5} pageCount={12} onSelect={onSelect} />);
    expect(screen.getByRole('navigation', { name: 'Pages' })).toBeDefined();
    expect(screen.getByRole('button', { current: 'page' }).textContent).toBe('5');
    for (const name of ['Previous', 'Page 12', 'Next']) await user.click(screen.getByRole('button', { name }));
    expect(onSelect.mock.calls).toEqual([[4], [12], [6]]);
  });

  test('at either end the button that leads nowhere stays but requests nothing', async () => {
    const user = userEvent.setup();
    const onSelect = vi.fn();
    const { rerender } = render(<Pagination label="Pages" page={1} pageCount={2} onSelect={onSelect} />);
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    rerender(<Pagination label="Pages" page={2} pageCount={2} onSelect={onSelect} />);
    await user.click(screen.getByRole('button', { name: 'Next' }));
    expect(onSelect).not.toHaveBeenCalled();
  });

  test('is absent for a single page', () => {
    render(<Pagination label="Pages" page={1} pageCount={1} onSelect={() => {}} />);
    expect(screen.queryByRole('navigation')).toBeNull();
  });
});
