import type { ComponentProps } from 'react';
import { type ButtonVariant, buttonStyle } from './buttonStyle';
import { Spinner } from './Spinner';

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant | undefined;
  /** Work is under way: a spinner shows and presses do nothing, but the button keeps its focus and its name. */
  busy?: boolean | undefined;
};

/**
 * A native button. With `busy` or `aria-disabled` it stays focusable and neither clicks nor submits, so that a teacher on
 * the keyboard is not thrown back to the top of the page; `disabled` is the native one.
 */
export function Button({ variant = 'primary', busy = false, className, onClick, children, ...native }: ButtonProps) {
  const inert = busy || native['aria-disabled'] === true || native['aria-disabled'] === 'true';
  return (
    <button
      type="button"
      {...native}
      className={buttonStyle(variant, className)}
      aria-busy={busy || undefined}
      aria-disabled={inert || undefined}
      onClick={inert ? (event) => event.preventDefault() : onClick}
    >
      {/* In the padding, so that the button keeps its width. */}
      {busy && (
        <span className="absolute left-1 flex text-[0.6875rem]">
          <Spinner />
        </span>
      )}
      {/* A text must not stand beside what comes and goes: translators replace it. */}
      <span className="contents">{children}</span>
    </button>
  );
}
