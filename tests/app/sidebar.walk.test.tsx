import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import { sidebarMachine } from '../../src/machines/app/sidebarMachine';
import { openSection } from '../support/classroom';
import { walkChart } from '../support/walk';

const pages = ['Overview', 'Manage Students', 'Detection Logs', 'Back to Dashboard'];
const linksIn = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map(({ textContent }) => textContent);

/** The column keeps its links' names when only their icons are left; then they are told by a tip, too. */
function expectColumn({ expanded }: { expanded: boolean }) {
  // While the menu is open, the column lies behind it.
  const toggle = screen.getByRole('button', { name: 'Sidebar', hidden: true });
  expect(toggle.getAttribute('aria-expanded')).toBe(String(expanded));
  const column = document.querySelector<HTMLElement>('aside');
  const links = [...(column?.querySelectorAll('a') ?? [])];
  expect(links.map(({ textContent }) => textContent)).toEqual(pages);
  expect(links.map(({ title }) => title)).toEqual(expanded ? ['', '', '', ''] : pages);
}

const menu = () => screen.queryByRole('dialog', { name: 'Section menu' });

const isSaidToBeOpen = () =>
  screen.getByRole('button', { name: 'Section menu', hidden: true }).getAttribute('aria-expanded');

walkChart(sidebarMachine, {
  open: () => openSection(),
  events: {
    'sidebar.toggle': ({ press }) => press('Sidebar'),
    'menu.open': ({ press }) => press('Section menu'),
    'menu.close': ({ press }) => press('Close'),
  },
  seen: {
    'sidebar.expanded': () => expectColumn({ expanded: true }),
    'sidebar.collapsed': () => expectColumn({ expanded: false }),
    'menu.closed': () => {
      expect(menu()).toBeNull();
      expect(isSaidToBeOpen()).toBe('false');
    },
    'menu.open': () => {
      const opened = menu();
      if (opened === null) throw new Error('The menu is not open');
      expect(linksIn(opened)).toEqual(pages);
      expect(isSaidToBeOpen()).toBe('true');
    },
  },
});
