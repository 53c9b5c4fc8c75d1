import { Dialog, DialogBackdrop, DialogPanel } from '@headlessui/react';
import { type MouseEvent, useEffect, useId } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { MOBILE_BREAKPOINT_PX } from '../constants';
import { classes } from './classes';
import { Icon, type IconName } from './Icon';
import { IconButton } from './IconButton';
import { Link } from './Link';
import { words } from './words';

export type SidebarItem = { to: string; label: string; icon: IconName };

type SidebarProps = {
  /** What the links are about: names the navigation and the button that slides it in. */
  label: string;
  items: readonly SidebarItem[];
  /** On wide screens: only the icons are left. */
  collapsed: boolean;
  onToggleCollapsed: () => void;
  /** On narrow screens: the menu has slid in. */
  open: boolean;
  onOpen: () => void;
  /** Asked for by Escape, the backdrop, the X, a chosen link, and a window that has grown wide. */
  onClose: () => void;
};

type LinksProps = { label: string; items: readonly SidebarItem[]; iconsOnly?: boolean; onChoose?: () => void };

function Links({ label, items, iconsOnly = false, onChoose }: LinksProps) {
  const navigate = useNavigate();
  const choose = (event: MouseEvent, to: string) => {
    onChoose?.();
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (window.location.search === '' || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    // A page may have gone on to a query of its own, which the router would take for its beginning and replace.
    event.preventDefault();
    void navigate(to);
  };
  return (
    <nav aria-label={label}>
      <ul className="flex flex-col gap-1">
        {items.map((item) => (
          <li key={item.to}>
            <ItemLink item={item} iconOnly={iconsOnly} onClick={(event) => choose(event, item.to)} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

type ItemLinkProps = { item: SidebarItem; iconOnly: boolean; onClick: (event: MouseEvent) => void };

function ItemLink({ item: { to, label, icon }, iconOnly, onClick }: ItemLinkProps) {
  const isCurrent = useLocation().pathname.toLowerCase() === to.toLowerCase();
  return (
    <Link
      to={to}
      aria-current={isCurrent ? 'page' : undefined}
      title={iconOnly ? label : undefined}
      onClick={onClick}
      className="flex min-h-11 items-center gap-3 rounded-control px-3 text-sm text-muted transition-colors hover:bg-sunken hover:text-ink aria-[current=page]:bg-primary-soft aria-[current=page]:font-semibold aria-[current=page]:text-ink"
    >
      <Icon name={icon} />
      <span className={classes(iconOnly && 'sr-only')}>{label}</span>
    </Link>
  );
}

/**
 * The navigation within a part of the product: from 769 pixels on a column that collapses to its icons, below that a menu
 * that slides in over the page.
 */
export function Sidebar({ label, items, collapsed, onToggleCollapsed, open, onOpen, onClose }: SidebarProps) {
  const columnId = useId();

  // A modal menu that the wider layout no longer shows would leave the page locked behind it.
  useEffect(() => {
    if (!open) return;
    const wide = window.matchMedia(`(min-width: ${MOBILE_BREAKPOINT_PX + 1}px)`);
    wide.addEventListener('change', onClose);
    return () => wide.removeEventListener('change', onClose);
  }, [open, onClose]);

  return (
    <>
      <div className="border-b border-line bg-surface px-2 print:hidden wide:hidden">
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={onOpen}
          className="flex min-h-11 items-center gap-2.5 rounded-control px-2 text-sm font-semibold -outline-offset-2"
        >
          <Icon name="menu" />
          <span>{words.menuOf(label)}</span>
        </button>
      </div>
      <Dialog open={open} onClose={() => onClose()} aria-label={words.menuOf(label)} className="relative z-20">
        <DialogBackdrop className="fixed inset-0 bg-backdrop transition-opacity starting:opacity-0" />
        <DialogPanel className="fixed inset-y-0 left-0 w-72 max-w-[85vw] overflow-y-auto bg-surface p-3 shadow-raised transition-transform starting:-translate-x-full">
          <div className="mb-2 flex items-center justify-between pl-3">
            <p className="text-sm font-semibold">{label}</p>
            <IconButton icon="close" label={words.close} onClick={() => onClose()} />
          </div>
          <Links label={label} items={items} onChoose={onClose} />
        </DialogPanel>
      </Dialog>
      <aside
        id={columnId}
        className={classes(
          'sticky top-16 h-[calc(100dvh-4rem)] shrink-0 overflow-y-auto border-r border-line bg-surface p-3 transition-[width] max-wide:hidden print:hidden',
          collapsed ? 'w-17' : 'w-60',
        )}
      >
        <IconButton
          icon="sidebar"
          label={words.sidebar}
          aria-expanded={!collapsed}
          aria-controls={columnId}
          onClick={onToggleCollapsed}
          className="mb-2"
        />
        <Links label={label} items={items} iconsOnly={collapsed} />
      </aside>
    </>
  );
}
