import { type FormEvent, useState } from 'react';
import { CODE_LENGTH } from '../constants';
import { messages } from '../publicMessages';
import { Field, type FieldProps } from './Field';

type CodeFieldProps = Omit<
  FieldProps,
  'type' | 'inputMode' | 'autoComplete' | 'maxLength' | 'className' | 'before' | 'after'
>;

const isDigit = (codePoint: number) => /^\p{Nd}$/u.test(String.fromCodePoint(codePoint));

/** @returns `3` for ३: in Unicode the digits of a script follow each other, from its zero on */
function latinDigit(digit: string): string {
  const codePoint = digit.codePointAt(0) ?? 0;
  let zero = codePoint;
  while (isDigit(zero - 1)) zero--;
  return String(codePoint - zero);
}

/** The digits in a text as 0 to 9, whatever script or width they are typed in. */
const digitsIn = (text: string): string =>
  text.normalize('NFKC').replace(/\D/gu, (other) => (/\p{Nd}/u.test(other) ? latinDigit(other) : ''));

/**
 * A one-time code: one box that the phone's keyboard and its messages can fill. Whatever arrives, typed or pasted (a whole
 * sentence around the code, too), only its digits stay, as text, so that leading zeros survive. Letters that are left out
 * are named, unless what is left is a whole code. No `maxLength`: it would cut a paste with spaces before they are taken out.
 */
export function CodeField({ onInput, error, ...field }: CodeFieldProps) {
  const [leftOut, setLeftOut] = useState('');
  const keepDigits = ({ currentTarget: input }: FormEvent<HTMLInputElement>) => {
    const typed = input.value;
    const digits = digitsIn(typed);
    // Writing moves the caret to the end, so only when there is something to take out.
    if (digits !== typed) input.value = digits;
    setLeftOut(digits.length === CODE_LENGTH ? '' : [...typed.matchAll(/\p{L}\p{M}*/gu)].join(''));
  };
  const notice = leftOut === '' ? undefined : messages.validation.codeDigitsOnly(leftOut);
  return (
    <div>
      <Field
        placeholder={messages.fields.codePlaceholder}
        {...field}
        error={error ?? notice}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        className="font-mono tracking-[0.3em] placeholder:font-sans placeholder:tracking-normal"
        onInput={(event) => {
          // An input method that is still composing, as for full-width digits, would type again what is replaced.
          if (!(event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing)) keepDigits(event);
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
