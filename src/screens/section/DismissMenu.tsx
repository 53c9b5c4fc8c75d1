import { Menu, MenuButton, MenuItem, MenuItems } from '@headlessui/react';
import { buttonStyle } from '../../components/buttonStyle';
import { classes } from '../../components/classes';
import { Icon } from '../../components/Icon';
import { messages } from '../../messages';

const { lookNow: words } = messages;

type DismissMenuProps = {
  student: string;
  inert?: boolean;
  /** Called with the reason, which becomes the note. */
  onDismiss: (reason: string) => void;
  className?: string;
  /** Shows the word instead of an icon. */
  isNamed?: boolean;
};

/** A button that asks for a reason of one word, and dismisses. */
export function DismissMenu({ student, inert = false, onDismiss, className, isNamed = false }: DismissMenuProps) {
  return (
    <Menu>
      <MenuButton
        data-dismiss
        aria-label={words.dismiss(student)}
        title={words.dismiss(student)}
        disabled={inert}
        className={classes(
          isNamed
            ? buttonStyle('quiet', 'px-2!')
            : 'flex size-11 shrink-0 items-center justify-center rounded-control text-muted transition-colors hover:bg-sunken hover:text-ink disabled:opacity-50',
          className,
        )}
      >
        {isNamed ? (
          <>
            <span>{words.dismissOne}</span>
            <Icon name="chevronDown" />
          </>
        ) : (
          <Icon name="close" />
        )}
      </MenuButton>
      <MenuItems
        anchor="bottom end"
        modal={false}
        className="z-20 w-40 rounded-card border border-line bg-surface p-1.5 shadow-raised focus-visible:outline-none"
      >
        {words.reasons.map((reason) => (
          <MenuItem key={reason}>
            <button
              type="button"
              onClick={() => onDismiss(reason)}
              className="flex min-h-11 w-full items-center rounded-control px-3 text-left text-sm data-focus:bg-sunken data-focus:outline-none"
            >
              {reason}
            </button>
          </MenuItem>
        ))}
      </MenuItems>
    </Menu>
  );
}
