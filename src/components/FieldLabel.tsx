import type { ReactNode } from 'react';

type FieldLabelProps = {
  /** The field's id; the hint's begins with it. */
  htmlFor: string;
  children: string;
  hint?: ReactNode;
};

/** The id of a field's hint, for its `aria-describedby`. */
export const hintIdOf = (fieldId: string) => `${fieldId}hint`;

/** What stands above a field: its label, and what helps to fill it in. */
export function FieldLabel({ htmlFor, children, hint }: FieldLabelProps) {
  return (
    <>
      <label htmlFor={htmlFor} className="mb-1.5 block text-sm font-semibold">
        {children}
      </label>
      {hint !== undefined && (
        <p id={hintIdOf(htmlFor)} className="mb-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
    </>
  );
}
