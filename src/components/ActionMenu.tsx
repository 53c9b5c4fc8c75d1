import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react';
import type { ComponentProps, KeyboardEvent, SyntheticEvent } from 'react';
import { Button } from './Button';
import { classes } from './classes';
import { Icon, type IconName } from './Icon';

type ActionMenuItem = { label: string; hint?: string; onSelect: () => void };

type ActionMenuProps = {
  /** The button's name. */
  label: string;
  /** Its name for screen readers, where several menus have the same label. */
  name?: string;
  items: readonly ActionMenuItem[];
  /** Stands for the label where a section's bar has no room for it. */
  icon?: IconName;
  className?: string | undefined;
  /** An action is under way. */
  busy?: boolean;
  /** The menu cannot be opened. */
  unavailable?: boolean;
};

type TriggerProps = ComponentProps<typeof Button> & { unavailable: boolean };

/** `aria-disabled` on a `MenuButton` would make it swallow Tab, so its button adds it. */
const Trigger = ({ unavailable, ...native }: TriggerProps) => (
  <Button variant="secondary" {...native} aria-disabled={unavailable} />
);

const openingKeys = [' ', 'Enter', 'ArrowDown', 'ArrowUp'];

/** A button that opens a menu of actions. While busy or unavailable it stays focusable and does not open. */
export function ActionMenu({
  label,
  name,
  items,
  icon,
  className,
  busy = false,
  unavailable = false,
}: ActionMenuProps) {
  const refuse = (event: SyntheticEvent) => {
    if (busy || unavailable) event.preventDefault();
  };
  return (
    <Menu>
      <MenuButton
        as={Trigger}
        aria-label={name}
        className={className}
        busy={busy}
        unavailable={unavailable}
        onPointerDown={refuse}
        onClick={refuse}
        onKeyDown={(event: KeyboardEvent) => openingKeys.includes(event.key) && refuse(event)}
      >
        {icon !== undefined && <Icon name={icon} className="@6xl/bar:hidden" />}
        <span className={classes(icon !== undefined && '@max-6xl/bar:hidden')}>{label}</span>
        <Icon name="chevronDown" className={classes('-mr-1.5', icon !== undefined && '@max-xl/bar:hidden')} />
      </MenuButton>
      <MenuItems
        modal={false}
        anchor={{ to: 'bottom end', gap: 8, padding: 16 }}
        className="z-20 w-72 rounded-card border border-line bg-surface p-1.5 shadow-raised focus-visible:outline-none"
      >
        {items.map(({ label: itemName, hint, onSelect }) => (
          <MenuItem key={itemName}>
            <button
              type="button"
              onClick={onSelect}
              className="flex min-h-11 w-full flex-col justify-center rounded-control px-3 py-1.5 text-left text-sm data-focus:bg-sunken data-focus:outline-none"
            >
              <span className="font-semibold">{itemName}</span>
              {hint !== undefined && <span className="text-xs text-muted">{hint}</span>}
            </button>
          </MenuItem>
        ))}
      </MenuItems>
    </Menu>
  );
}
