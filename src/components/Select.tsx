import { type ComponentProps, useId, useMemo } from 'react';
import { classes } from './classes';
import { FieldLabel } from './FieldLabel';
import { Icon } from './Icon';
import { ItemBatches } from './ItemBatches';

export interface Option {
  value: string;
  label: string;
}

type SelectProps = Omit<ComponentProps<'select'>, 'id' | 'children' | 'multiple'> & {
  label: string;
  /** The label is for screen readers only. */
  isLabelHidden?: boolean | undefined;
  name: string;
  options: readonly Option[];
};

const choosable = ({ value, label }: Option) => (
  <option key={value} value={value}>
    {label}
  </option>
);

/** A labelled native select. */
export function Select({ label, isLabelHidden = false, options, className, ...native }: SelectProps) {
  const id = useId();
  // There may be hundreds of options: re-render only when they change.
  const shown = useMemo(() => <ItemBatches items={options} show={choosable} />, [options]);
  return (
    <div className="min-w-0">
      <FieldLabel htmlFor={id} isHidden={isLabelHidden}>
        {label}
      </FieldLabel>
      <div className="relative">
        <select
          {...native}
          id={id}
          className={classes(
            'block min-h-11 w-full appearance-none truncate rounded-control border border-control bg-surface py-2 pr-10 pl-3.5 text-base',
            'transition-[border-color,box-shadow] focus-visible:border-focus focus-visible:outline-offset-0',
            className,
          )}
        >
          {shown}
        </select>
        <span className="pointer-events-none absolute inset-y-0 right-0 flex w-10 items-center justify-center text-muted">
          <Icon name="chevronDown" />
        </span>
      </div>
    </div>
  );
}
