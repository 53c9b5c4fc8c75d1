import { classes } from './classes';

type CheckboxProps = {
  /** Accessible name. */
  label: string;
  isLabelShown?: boolean;
  checked: boolean;
  /** Some of what it stands for is checked. */
  mixed?: boolean;
  /** Cannot be changed, but keeps its focus. */
  inert?: boolean;
  onToggle: (checked: boolean) => void;
};

/** A checkbox in a target of 44 px. Its label may be for screen readers only. */
export function Checkbox({
  label,
  isLabelShown = false,
  checked,
  mixed = false,
  inert = false,
  onToggle,
}: CheckboxProps) {
  return (
    <label className={classes('flex min-h-11 w-fit shrink-0 items-center print:hidden', !inert && 'cursor-pointer')}>
      <span className="flex size-11 items-center justify-center">
        <input
          ref={(box) => {
            if (box) box.indeterminate = mixed;
          }}
          type="checkbox"
          aria-label={label}
          checked={checked}
          aria-disabled={inert || undefined}
          onChange={() => inert || onToggle(!checked)}
          className="size-5 cursor-[inherit] accent-primary aria-disabled:opacity-50"
        />
      </span>
      {isLabelShown && <span className="text-sm text-muted">{label}</span>}
    </label>
  );
}
