import { classes } from './classes';

export type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'quiet';

// Disabled buttons lose their colour but stay legible: the label may be a countdown. Busy buttons keep both.
const base =
  'relative inline-flex min-h-11 items-center justify-center gap-2 rounded-control border px-4.5 py-2 text-center text-sm font-semibold ' +
  'print:hidden disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-muted ' +
  'aria-busy:cursor-progress not-aria-busy:aria-disabled:cursor-not-allowed not-aria-busy:aria-disabled:border-line ' +
  'not-aria-busy:aria-disabled:bg-sunken not-aria-busy:aria-disabled:text-muted';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-primary text-on-primary hover:bg-primary-hover',
  secondary: 'border-control bg-surface text-ink hover:bg-sunken',
  danger: 'border-transparent bg-red-soft text-red hover:bg-danger hover:text-on-danger',
  quiet: 'border-transparent bg-transparent text-link hover:bg-sunken aria-pressed:bg-primary-soft',
};

/** Returns the classes of a button, also for links that look like one. */
export const buttonStyle = (variant: ButtonVariant, className?: string): string =>
  classes(base, variants[variant], className);
