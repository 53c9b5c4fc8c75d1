import type { ComponentProps } from 'react';
import { classes } from './classes';
import { Icon, type IconName } from './Icon';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  icon: IconName;
  /** Accessible name and tooltip. */
  label: string;
};

/** A button with only an icon. */
export function IconButton({ icon, label, className, ...native }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...native}
      aria-label={label}
      className={classes(
        'flex size-11 shrink-0 items-center justify-center rounded-control text-muted print:hidden hover:bg-sunken hover:text-ink aria-disabled:cursor-not-allowed aria-disabled:opacity-50',
        className,
      )}
    >
      <Icon name={icon} />
    </button>
  );
}
