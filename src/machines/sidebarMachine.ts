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
      initial: 'expanded',
      states: {
        expanded: { on: { 'sidebar.toggle': 'collapsed' } },
        collapsed: { on: { 'sidebar.toggle': 'expanded' } },
      },
    },
    menu: {
      initial: 'closed',
      states: {
        closed: { on: { 'menu.open': 'open' } },
        open: { on: { 'menu.close': 'closed' } },
      },
    },
  },
});
