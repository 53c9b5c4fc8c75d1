import type { ReactNode } from 'react';

type FieldLabelProps = {
  /** The field's id. The hint's id is derived from it. */
  htmlFor: string;
  children: string;
  /** Only for screen readers, where the place and an icon name the field. */
  isHidden?: boolean;
  hint?: ReactNode;
};

/** Returns the id of a field's hint, for `aria-describedby`. */
export const hintIdOf = (fieldId: string) => `${fieldId}hint`;

/** A field's label and hint. */
export function FieldLabel({ htmlFor, children, isHidden = false, hint }: FieldLabelProps) {
  return (
    <>
      <label htmlFor={htmlFor} className={isHidden ? 'sr-only' : 'mb-1.5 block text-sm font-semibold'}>
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
