import { useEffect, useRef, useState } from 'react';
import { Field, type FieldProps } from './Field';
import { Icon } from './Icon';
import { useHydrated } from './useHydrated';
import { words } from './words';

type PasswordFieldProps = Omit<FieldProps, 'type' | 'before' | 'after'> & {
  autoComplete: 'current-password' | 'new-password';
};

/**
 * A password with a show/hide button whose name includes the field's label. Submitting the form hides the password, so
 * that browsers offer to save it and nobody reads it over a shoulder.
 */
export function PasswordField({ label, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  const hydrated = useHydrated();
  const toggle = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    const form = toggle.current?.form;
    const hide = () => setShown(false);
    form?.addEventListener('submit', hide);
    return () => form?.removeEventListener('submit', hide);
  }, []);

  return (
    <Field
      {...field}
      label={label}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      after={
        <button
          ref={toggle}
          type="button"
          disabled={!hydrated}
          aria-pressed={shown}
          aria-label={shown ? words.hideField(label) : words.showField(label)}
          onClick={() => setShown(!shown)}
          className="flex size-11 items-center justify-center rounded-control text-muted -outline-offset-4 hover:text-ink"
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} />
        </button>
      }
    />
  );
}
