import { Dialog, DialogBackdrop, DialogPanel } from '@headlessui/react';
import { type MouseEvent, useEffect, useId, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { MOBILE_BREAKPOINT_PX } from '../constants';
import { classes } from './classes';
import { Icon, type IconName } from './Icon';
import { IconButton } from './IconButton';
import { Link } from './Link';
import { words } from './words';

export type SidebarItem = { to: string; label: string; icon: IconName };

type SidebarProps = {
  /** Names the navigation and the button that opens the menu. */
  label: string;
  items: readonly SidebarItem[];
};

type LinksProps = { label: string; items: readonly SidebarItem[]; iconsOnly?: boolean; onChoose?: () => void };

function Links({ label, items, iconsOnly = false, onChoose }: LinksProps) {
  const navigate = useNavigate();
  const choose = (event: MouseEvent, to: string) => {
    onChoose?.();
    const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
    if (window.location.search === '' || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    // The page may have changed the query without the router, which would then replace this entry instead of adding one.
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
 * The navigation within a part of the product (section 2): a column that collapses to its icons, or, at 768 pixels or less,
 * a menu that slides in over the page. The style sheet shows one of the two; neither opens or closes the other.
 */
export function Sidebar({ label, items }: SidebarProps) {
  const columnId = useId();
  const [collapsed, setCollapsed] = useState(false);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);

  // The modal menu would keep the page inert once the wider layout hides it.
  useEffect(() => {
    if (!open) return;
    const wide = window.matchMedia(`(min-width: ${MOBILE_BREAKPOINT_PX + 1}px)`);
    const onWide = () => setOpen(false);
    wide.addEventListener('change', onWide);
    return () => wide.removeEventListener('change', onWide);
  }, [open]);

  return (
    <>
      <div className="border-b border-line bg-surface px-2 print:hidden wide:hidden">
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(true)}
          className="flex min-h-11 items-center gap-2.5 rounded-control px-2 text-sm font-semibold -outline-offset-2"
        >
          <Icon name="menu" />
          <span>{words.menuOf(label)}</span>
        </button>
      </div>
      <Dialog open={open} onClose={close} aria-label={words.menuOf(label)} className="relative z-20">
        <DialogBackdrop className="fixed inset-0 bg-backdrop transition-opacity starting:opacity-0" />
        <DialogPanel className="fixed inset-y-0 left-0 w-72 max-w-[85vw] overflow-y-auto bg-surface p-3 shadow-raised transition-transform starting:-translate-x-full">
          <div className="mb-2 flex items-center justify-between pl-3">
            <p className="text-sm font-semibold">{label}</p>
            <IconButton icon="close" label={words.close} onClick={close} />
          </div>
          <Links label={label} items={items} onChoose={close} />
        </DialogPanel>
      </Dialog>
      <aside
        id={columnId}
        className={classes(
          'shrink-0 tall:sticky tall:top-16 tall:h-[calc(100dvh-4rem)] overflow-y-auto border-r border-line bg-surface p-3 transition-[width] max-wide:hidden print:hidden',
          collapsed ? 'w-17' : 'w-60',
        )}
      >
        <IconButton
          icon="sidebar"
          label={words.sidebar}
          aria-expanded={!collapsed}
          aria-controls={columnId}
          onClick={() => setCollapsed(!collapsed)}
          className="mb-2"
        />
        <Links label={label} items={items} iconsOnly={collapsed} />
      </aside>
    </>
  );
}
