import { type ComponentProps, useId } from 'react';
import { classes } from './classes';
import { FieldLabel, hintIdOf } from './FieldLabel';

type TextAreaFieldProps = Omit<ComponentProps<'textarea'>, 'id' | 'aria-describedby'> & {
  label: string;
  /** Help text, read out with the field. */
  hint?: string;
};

/** A labelled multi-line text field. */
export function TextAreaField({ label, hint, className, ...native }: TextAreaFieldProps) {
  const id = useId();
  return (
    <div className="min-w-0">
      <FieldLabel htmlFor={id} hint={hint}>
        {label}
      </FieldLabel>
      <textarea
        spellCheck={false}
        autoCapitalize="none"
        {...native}
        id={id}
        aria-describedby={hint === undefined ? undefined : hintIdOf(id)}
        className={classes(
          'block w-full rounded-control border border-control bg-surface px-3.5 py-2 text-base focus-visible:border-focus focus-visible:outline-offset-0',
          className,
        )}
      />
    </div>
  );
}
