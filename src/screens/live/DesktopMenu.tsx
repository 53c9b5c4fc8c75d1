import { Popover, PopoverButton, PopoverPanel } from '@headlessui/react';
import { buttonStyle } from '../../components/buttonStyle';
import { Icon } from '../../components/Icon';
import { messages } from '../../messages';
import { NotificationSwitches } from './NotificationSwitches';

/** A button that opens the switches of notifications. */
export const DesktopMenu = () => (
  // On a tablet the button may stand at the left, so the panel is aligned with the bar.
  <Popover className="lg:relative">
    <PopoverButton
      className={buttonStyle('quiet', 'px-3')}
      aria-label={messages.desktop.open}
      title={messages.desktop.open}
    >
      <Icon name="bell" />
      <Icon name="chevronDown" />
    </PopoverButton>
    <PopoverPanel className="absolute right-0 z-20 mt-2 w-80 rounded-card border border-line bg-surface p-4 whitespace-normal shadow-raised">
      <NotificationSwitches />
    </PopoverPanel>
  </Popover>
);
