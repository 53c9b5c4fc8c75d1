import { words } from '../../../../src/components/words';
import { sidebarMachine } from '../../../../src/machines/app/sidebarMachine';
import { messages } from '../../../../src/messages';
import { plainWords } from '../plainWords';
import { button } from '../say';

export const sidebar = plainWords(sidebarMachine, {
  page: 'A section’s pages: the sidebar in windows wider than 768 pixels, the menu in others.',
  before: 'Open a section.',
  events: {
    'sidebar.toggle': `In a wide window, press the button ${button(words.sidebar)} on top of the sidebar`,
    'menu.open': `In a window of 768 pixels or less, press ${button(words.menuOf(messages.section.title))}`,
    'menu.close': 'Press the X, the backdrop, Escape or one of the links',
  },
});
