import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes';
import { FieldLabel, hintIdOf } from './FieldLabel';

export type FieldProps = Omit<ComponentProps<'input'>, 'id' | 'aria-describedby' | 'aria-invalid'> & {
  label: string;
  /** Only screen readers get the label. */
  isLabelHidden?: boolean;
  /** The field's name in the API. */
  name: string;
  /** Help text; always visible, and read out with the field. */
  hint?: ReactNode;
  /** What is wrong with the value. Its presence marks the field as invalid. */
  error?: string | undefined;
  /** An icon inside the left end of the box. */
  before?: ReactNode;
  /** A small button inside the right end of the box. */
  after?: ReactNode;
};

/**
 * A labelled input with its hint and error. It is uncontrolled unless `value` is given, and takes every native input
 * property. Forms set `noValidate`: `required` is for assistive technology, and errors use our own sentences.
 */
export function Field({ label, isLabelHidden = false, hint, error, before, after, className, ...native }: FieldProps) {
  const id = useId();
  const errorId = `${id}error`;
  const describedBy = classes(hint !== undefined && hintIdOf(id), error !== undefined && errorId);
  return (
    <div className="min-w-0">
      <FieldLabel htmlFor={id} isHidden={isLabelHidden} hint={hint}>
        {label}
      </FieldLabel>
      <div className="relative">
        {before !== undefined && (
          <span className="pointer-events-none absolute inset-y-0 left-0 flex w-11 items-center justify-center text-muted">
            {before}
          </span>
        )}
        <input
          type="text"
          {...native}
          id={id}
          aria-describedby={describedBy || undefined}
          aria-invalid={error !== undefined || undefined}
          className={classes(
            'block min-h-11 w-full rounded-control border bg-surface py-2 text-base placeholder:text-muted',
            'transition-[border-color,box-shadow]',
            before === undefined ? 'pl-3.5' : 'pl-11',
            after === undefined ? 'pr-3.5' : 'pr-12',
            // The focus ring leaves a gap around the red border.
            error === undefined
              ? 'border-control focus-visible:border-focus focus-visible:outline-offset-0'
              : 'border-danger inset-ring inset-ring-danger',
            className,
          )}
        />
        {after !== undefined && <span className="absolute inset-y-0 right-0 flex items-center">{after}</span>}
      </div>
      {/* Positioned in the gap below each field, so that nothing moves. */}
      {error !== undefined && (
        <p id={errorId} className="-mb-7 min-h-7 py-1 text-xs text-red">
          {error}
        </p>
      )}
    </div>
  );
}
