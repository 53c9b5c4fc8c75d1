import { Field, type FieldProps } from './Field';
import { Icon } from './Icon';

type SearchFieldProps = Omit<FieldProps, 'type' | 'before' | 'after'>;

/** A search box with its label. */
export function SearchField(field: SearchFieldProps) {
  return (
    <Field
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="search"
      {...field}
      type="search"
      before={<Icon name="search" />}
    />
  );
}
