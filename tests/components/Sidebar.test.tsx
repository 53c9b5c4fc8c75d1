import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
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

function Example() {
  const [collapsed, setCollapsed] = useState(false);
  const [open, setOpen] = useState(false);
  return (
    <MemoryRouter initialEntries={['/sections/1/detection-logs']}>
      <Sidebar
        label="Section"
        items={items}
        collapsed={collapsed}
        onToggleCollapsed={() => setCollapsed(!collapsed)}
        open={open}
        onOpen={() => setOpen(true)}
        onClose={() => setOpen(false)}
      />
    </MemoryRouter>
  );
}

async function openMenu() {
  const user = userEvent.setup();
  render(<Example />);
  const opener = screen.getByRole('button', { name: 'Section menu' });
  await user.click(opener);
  const menu = await screen.findByRole('dialog', { name: 'Section menu' });
  return { user, opener, menu };
}

test('marks the link of this page, and only that', () => {
  render(<Example />);
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Detection Logs');
});

test('collapsed, its links keep their names', async () => {
  const user = userEvent.setup();
  render(<Example />);
  const toggle = screen.getByRole('button', { name: 'Sidebar' });
  expect(toggle.getAttribute('aria-expanded')).toBe('true');
  await user.click(toggle);
  expect(toggle.getAttribute('aria-expanded')).toBe('false');
  expect(screen.getByRole('link', { name: 'Overview' }).title).toBe('Overview');
});

test('Escape takes the slid-in menu away and gives the focus back', async () => {
  const { user, opener, menu } = await openMenu();
  await waitFor(() => expect(menu.contains(document.activeElement)).toBe(true));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test('so does a chosen link, which leads on', async () => {
  const { user, menu } = await openMenu();
  await user.click(within(menu).getByRole('link', { name: 'Overview' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Overview');
});

test('and so does a window that grows past 768 pixels', async () => {
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
