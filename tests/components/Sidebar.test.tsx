import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { Sidebar } from '../../src/components/Sidebar';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const items = [
  { to: '/sections/1', label: 'Overview', icon: 'overview' },
  { to: '/sections/1/detection-logs', label: 'Detection Logs', icon: 'logs' },
] as const;

const example = (
  <MemoryRouter initialEntries={['/sections/1/detection-logs']}>
    <Sidebar label="Section" items={items} />
  </MemoryRouter>
);

async function openMenu() {
  const user = userEvent.setup();
  render(example);
  const opener = screen.getByRole('button', { name: 'Section menu' });
  await user.click(opener);
  const menu = await screen.findByRole('dialog', { name: 'Section menu' });
  return { user, opener, menu };
}

test('marks the link of the current page only', () => {
  render(example);
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Detection Logs');
});

test('2.23 starts expanded; collapsed, its links keep their names', async () => {
  const user = userEvent.setup();
  render(example);
  const toggle = screen.getByRole('button', { name: 'Sidebar' });
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByRole('link', { name: 'Overview' }).title).toBe('');
  await user.click(toggle);
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  expect(screen.getByRole('link', { name: 'Overview' }).title).toBe('Overview');
});

test('Escape closes the menu and returns the focus', async () => {
  const { user, opener, menu } = await openMenu();
  await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('choosing a link closes the menu and opens the page', async () => {
  const { user, menu } = await openMenu();
  await user.click(within(menu).getByRole('link', { name: 'Overview' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Overview');
});

test('2.24 a window wider than 768 pixels closes the menu', async () => {
  const queries: string[] = [];
  const media = new EventTarget();
  vi.stubGlobal('matchMedia', (query: string) => {
    queries.push(query);
    return media;
  });
  await openMenu();
  expect(queries).toContain('(min-width: 769px)');
  act(() => {
    media.dispatchEvent(new Event('change'));
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
