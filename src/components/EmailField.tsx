import { messages } from '../publicMessages';
import { Field, type FieldProps } from './Field';

/** The teacher's email address, marked as the username for password managers. */
export function EmailField(props: Pick<FieldProps, 'name' | 'required' | 'error' | 'defaultValue'>) {
  return (
    <Field
      label={messages.fields.email}
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
