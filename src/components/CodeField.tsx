import { useEffect, useRef, useState } from 'react';
import { CODE_LENGTH } from '../constants';
import { messages } from '../publicMessages';
import { Field, type FieldProps } from './Field';

type CodeFieldProps = Omit<
  FieldProps,
  'type' | 'inputMode' | 'autoComplete' | 'maxLength' | 'className' | 'before' | 'after'
>;

const isDigit = (codePoint: number) => /^\p{Nd}$/u.test(String.fromCodePoint(codePoint));

/** Returns `3` for ३. In Unicode the ten digits of a script are consecutive, starting with its zero. */
function latinDigit(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0;
  let zero = codePoint;
  while (isDigit(zero - 1)) zero--;
  return String(codePoint - zero);
}

/** Returns the digits of a text as 0 to 9, in whatever script or width they were typed. */
const digitsIn = (text: string): string =>
  text.normalize('NFKC').replace(/\D/gu, (other) => (/\p{Nd}/u.test(other) ? latinDigit(other) : ''));

/**
 * A one-time code in a single box that phones can autofill. Keeps only the digits of what is typed or pasted, as text,
 * so that leading zeros survive. Names the letters it dropped unless a whole code is left. No `maxLength`: it would
 * truncate a pasted code before spaces are removed.
 */
export function CodeField({ onInput, error, ...field }: CodeFieldProps) {
  const [leftOut, setLeftOut] = useState('');
  const ref = useRef<HTMLInputElement>(null);
  const keepDigits = () => {
    const input = ref.current;
    if (input === null) return;
    const typed = input.value;
    const digits = digitsIn(typed);
    // Assigning moves the caret to the end, so assign only when something changes.
    if (digits !== typed) input.value = digits;
    setLeftOut(digits.length === CODE_LENGTH ? '' : [...typed.matchAll(/\p{L}\p{M}*/gu)].join(''));
  };
  // What was typed before hydration.
  useEffect(keepDigits, []);
  const notice = leftOut === '' ? undefined : messages.validation.codeDigitsOnly(leftOut);
  return (
    <div>
      <Field
        placeholder={messages.fields.codePlaceholder}
        {...field}
        ref={ref}
        error={error ?? notice}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        className="font-mono tracking-[0.3em] placeholder:font-sans placeholder:tracking-normal"
        onInput={(event) => {
          // Replacing text during composition (full-width digits, for example) makes the input method type it again.
          if (!(event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing)) keepDigits();
          onInput?.(event);
        }}
        onCompositionEnd={keepDigits}
      />
      <span role="status" className="sr-only">
        {notice}
      </span>
    </div>
  );
}
