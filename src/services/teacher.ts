import * as v from 'valibot';
import { lineShape } from './shapes';

/** Who is signed in; empty lines where the server does not say. */
export interface Teacher {
  name: string;
  email: string;
}

const userShape = v.object({ first_name: lineShape, last_name: lineShape, name: lineShape, email: lineShape });

/** Reads the stored user, whose fields the specification leaves open (section 3). */
export function teacherOf(user: unknown): Teacher {
  const parsed = v.safeParse(userShape, user);
  if (!parsed.success) return { name: '', email: '' };
  const { first_name, last_name, name, email } = parsed.output;
  return { name: `${first_name} ${last_name}`.trim() || name || email, email };
}
