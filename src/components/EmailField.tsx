import { messages } from '../publicMessages';
import { Field, type FieldProps } from './Field';

type EmailFieldProps = Pick<FieldProps, 'name' | 'required' | 'hint' | 'error' | 'defaultValue'> & {
  /** It is somebody else's, which no password manager fills in. */
  isOthers?: boolean;
};

/** An email address: the teacher's own, marked as the username for password managers, or somebody else's. */
export function EmailField({ isOthers = false, ...props }: EmailFieldProps) {
  return (
    <Field
      label={messages.fields.email}
      type="email"
      autoComplete={isOthers ? 'off' : 'username'}
      autoCapitalize="none"
      spellCheck={false}
      {...props}
    />
  );
}
