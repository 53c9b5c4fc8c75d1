import { messages } from '../publicMessages';
import { Field, type FieldProps } from './Field';

type CodeFieldProps = Omit<
  FieldProps,
  'type' | 'inputMode' | 'autoComplete' | 'maxLength' | 'className' | 'before' | 'after'
>;

/**
 * A one-time code: one box that the phone's keyboard and its messages can fill. Whatever arrives, typed or pasted (a whole
 * sentence around the code, too), only its digits stay, as text, so that leading zeros survive. No `maxLength`: it would
 * cut a paste with spaces before they are taken out.
 */
export function CodeField({ onInput, ...field }: CodeFieldProps) {
  return (
    <Field
      placeholder={messages.fields.codePlaceholder}
      {...field}
      inputMode="numeric"
      autoComplete="one-time-code"
      spellCheck={false}
      className="font-mono tracking-[0.3em] placeholder:font-sans placeholder:tracking-normal"
      onInput={(event) => {
        const input = event.currentTarget;
        const digits = input.value.replace(/\D/g, '');
        // Writing moves the caret to the end, so only when there is something to take out.
        if (digits !== input.value) input.value = digits;
        onInput?.(event);
      }}
    />
  );
}
