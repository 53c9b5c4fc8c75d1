type ChoiceProps<Value extends string> = {
  /** What the options are about, for screen readers. */
  label: string;
  options: readonly (readonly [Value, string])[];
  chosen: Value;
  /** Ignores presses. The buttons keep the focus. */
  inert?: boolean;
  onChoose: (value: Value) => void;
};

/** A segmented control: a few options side by side, one of them selected. */
export function Choice<Value extends string>({ label, options, chosen, inert = false, onChoose }: ChoiceProps<Value>) {
  return (
    <fieldset className="flex rounded-control print:hidden border border-control p-0.5">
      <legend className="sr-only">{label}</legend>
      {options.map(([value, text]) => (
        <button
          key={value}
          type="button"
          data-value={value}
          aria-pressed={value === chosen}
          aria-disabled={inert || undefined}
          onClick={inert ? undefined : () => onChoose(value)}
          className="min-h-9 rounded-control px-3 text-sm font-semibold text-muted aria-pressed:bg-primary-soft aria-pressed:text-ink aria-pressed:inset-ring aria-pressed:inset-ring-primary max-wide:min-h-10"
        >
          {text}
        </button>
      ))}
    </fieldset>
  );
}
