import { useSystem } from '../app/system';

/** Tells password managers whose password a form is about (findings, good forms). It is not sent. */
export function HiddenUsername() {
  const { email } = useSystem().teacher();
  return <input type="text" name="username" autoComplete="username" defaultValue={email} readOnly hidden />;
}
