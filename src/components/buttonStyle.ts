import { classes } from './classes';

export type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'quiet';

const base =
  'inline-flex min-h-11 items-center justify-center gap-2 rounded-control border px-4 py-2 text-center text-sm font-semibold ' +
  'transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-55 ' +
  'aria-disabled:cursor-not-allowed aria-disabled:opacity-55';

const variants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-primary text-on-primary not-aria-disabled:enabled:hover:bg-primary-hover',
  secondary: 'border-control bg-surface text-ink not-aria-disabled:enabled:hover:bg-sunken',
  danger: 'border-transparent bg-danger text-on-danger not-aria-disabled:enabled:hover:bg-danger-hover',
  quiet: 'border-transparent bg-transparent text-link not-aria-disabled:enabled:hover:bg-sunken',
};

/** The look of a button, for what is one and for the link that looks like one. */
export const buttonStyle = (variant: ButtonVariant, className?: string): string =>
  classes(base, variants[variant], className);
