import { setup } from 'xstate';

export type SidebarEvent = { type: 'sidebar.toggle' } | { type: 'menu.open' } | { type: 'menu.close' };

/**
 * The side of the section pages (section 2): a sidebar that can be collapsed on wide windows, a slide-in menu at
 * 768 pixels or less. Which of the two is seen is the style sheet's matter, so both have their own state.
 *
 * Invariants:
 * - Neither of the two ever moves the other.
 * - The sidebar begins expanded, the menu closed.
 */
export const sidebarMachine = setup({
  types: {
    events: {} as SidebarEvent,
  },
}).createMachine({
  id: 'sidebar',
  type: 'parallel',
  states: {
    sidebar: {
      description: 'The sidebar of wide windows.',
      initial: 'expanded',
      states: {
        expanded: {
          description: 'The sidebar shows icons and words.',
          on: { 'sidebar.toggle': 'collapsed' },
        },
        collapsed: {
          description: 'The sidebar shows its icons only.',
          on: { 'sidebar.toggle': 'expanded' },
        },
      },
    },
    menu: {
      description: 'The menu of narrow windows.',
      initial: 'closed',
      states: {
        closed: { description: 'The menu is out of sight.', on: { 'menu.open': 'open' } },
        open: { description: 'The menu has slid in over the page.', on: { 'menu.close': 'closed' } },
      },
    },
  },
});
