import { useId } from 'react';
import { classes } from './classes';

type SwitchProps = {
  label: string;
  /** What the switch does, or why it is locked. Changes are announced. */
  hint: string;
  on: boolean;
  /** The switch is locked; the hint says why. */
  inert: boolean;
  onToggle: () => void;
};

/** An on/off setting that takes effect at once. */
export function Switch({ label, hint, on, inert, onToggle }: SwitchProps) {
  const hintId = useId();
  return (
    <div>
      <button
        type="button"
        role="switch"
        aria-checked={on}
        aria-disabled={inert || undefined}
        aria-describedby={hintId}
        onClick={inert ? undefined : onToggle}
        className="flex min-h-11 items-center gap-3 rounded-control text-left text-sm font-semibold aria-disabled:cursor-not-allowed aria-disabled:text-muted"
      >
        <span
          aria-hidden="true"
          className={classes(
            'flex h-6 w-10 shrink-0 rounded-pill border p-0.5 transition-colors forced-colors:border-[ButtonText]',
            on ? 'justify-end border-primary bg-primary' : 'justify-start border-control bg-surface',
          )}
        >
          <span className={classes('size-4.5 rounded-pill', on ? 'bg-on-primary' : 'bg-control')} />
        </span>
        <span>{label}</span>
      </button>
      <p id={hintId} aria-live="polite" className="text-xs text-muted">
        {hint}
      </p>
    </div>
  );
}
