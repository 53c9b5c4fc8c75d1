import { type ComponentProps, useId } from 'react';
import { classes } from './classes';

type TextAreaFieldProps = Omit<ComponentProps<'textarea'>, 'id' | 'aria-describedby'> & {
  label: string;
  /** What helps to fill it in; read out with the field. */
  hint?: string;
};

/** A labelled text of several lines. */
export function TextAreaField({ label, hint, className, ...native }: TextAreaFieldProps) {
  const id = useId();
  const hintId = `${id}hint`;
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      {hint !== undefined && (
        <p id={hintId} className="mb-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
      <textarea
        spellCheck={false}
        autoCapitalize="none"
        {...native}
        id={id}
        aria-describedby={hint === undefined ? undefined : hintId}
        className={classes(
          'block w-full rounded-control border border-control bg-surface px-3.5 py-2 text-base focus-visible:border-focus focus-visible:outline-offset-0',
          className,
        )}
      />
    </div>
  );
}
