import type { ComponentProps } from 'react';
import { type ButtonVariant, buttonStyle } from './buttonStyle';
import { Spinner } from './Spinner';
import { useHydrated } from './useHydrated';

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant | undefined;
  /** Shows a spinner and ignores presses. The button keeps its focus and its name. */
  busy?: boolean | undefined;
};

/**
 * A native button, disabled until the page is hydrated. With `busy` or `aria-disabled` it neither clicks nor submits but
 * stays focusable, so that keyboard users do not lose their place. `disabled` is the native attribute.
 */
export function Button({
  variant = 'primary',
  busy = false,
  disabled = false,
  className,
  onClick,
  children,
  ...native
}: ButtonProps) {
  const hydrated = useHydrated();
  const inert = busy || native['aria-disabled'] === true || native['aria-disabled'] === 'true';
  return (
    <button
      type="button"
      {...native}
      disabled={disabled || !hydrated}
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
      {/* Translators replace text nodes; React must not add or remove siblings next to a bare one. */}
      <span className="contents">{children}</span>
    </button>
  );
}
