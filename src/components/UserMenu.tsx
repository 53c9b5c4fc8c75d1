import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react';
import { Icon } from './Icon';
import { initials } from './initials';
import { Link } from './Link';

export type UserMenuItem = { label: string } & ({ to: string } | { onSelect: () => void });

type UserMenuProps = {
  /** The menu's name. Also replaces a missing teacher name. */
  label: string;
  /** The teacher's full name. */
  name: string;
  items: readonly UserMenuItem[];
};

const itemStyle =
  'flex min-h-11 w-full items-center rounded-control px-3 text-left text-sm data-focus:bg-sunken data-focus:outline-none';

/** The teacher's menu: links and actions behind a button with their name, or initials on phones. */
export function UserMenu({ label, name, items }: UserMenuProps) {
  return (
    <Menu as="div" className="relative">
      <MenuButton
        aria-label={name === '' ? label : `${label}: ${name}`}
        className="flex min-h-11 items-center gap-2.5 rounded-control px-1.5 text-sm font-semibold transition-colors hover:bg-sunken data-open:bg-sunken"
      >
        <span
          aria-hidden="true"
          className="flex size-8 shrink-0 items-center justify-center rounded-pill bg-primary-soft text-xs text-ink"
        >
          {initials(name === '' ? label : name)}
        </span>
        <span dir="auto" className="max-w-48 truncate max-sm:hidden">
          {name === '' ? label : name}
        </span>
        <Icon name="chevronDown" className="text-muted" />
      </MenuButton>
      <MenuItems
        modal={false}
        className="absolute right-0 z-20 mt-2 w-60 max-w-[calc(100vw-2rem)] rounded-card border border-line bg-surface p-1.5 shadow-raised transition focus-visible:outline-none starting:-translate-y-1 starting:opacity-0"
      >
        {name !== '' && (
          <p className="mb-1 border-b border-line px-3 pt-1.5 pb-2.5 text-sm wrap-anywhere text-muted sm:hidden">
            {name}
          </p>
        )}
        {items.map((item) => (
          <MenuItem key={item.label}>
            {'to' in item ? (
              <Link to={item.to} className={itemStyle}>
                {item.label}
              </Link>
            ) : (
              <button type="button" onClick={() => item.onSelect()} className={itemStyle}>
                {item.label}
              </button>
            )}
          </MenuItem>
        ))}
      </MenuItems>
    </Menu>
  );
}
