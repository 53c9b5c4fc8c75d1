import * as v from 'valibot';
import { idShape, lineShape } from './shapes';

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

const identityShape = v.object({
  user_id: v.optional(v.fallback(v.optional(idShape), undefined)),
  sub: v.optional(v.fallback(v.optional(idShape), undefined)),
  id: v.optional(v.fallback(v.optional(idShape), undefined)),
  email: lineShape,
});

/** What a JWT says of its bearer; nothing of an access token that is none. */
function claimsOf(token: string): unknown {
  try {
    const payload = token.split('.')[1] ?? '';
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return null;
  }
}

/**
 * By what one teacher is told from another: the `user_id` or `sub` of the access token, else the id or e-mail of the
 * stored user.
 *
 * @returns null when neither says
 */
export function identityOf(access: string, user: unknown): string | null {
  const claims = v.safeParse(identityShape, claimsOf(access));
  const ofToken = claims.success ? (claims.output.user_id ?? claims.output.sub) : undefined;
  if (ofToken !== undefined) return ofToken;
  const stored = v.safeParse(identityShape, user);
  return stored.success ? (stored.output.id ?? (stored.output.email.toLowerCase() || null)) : null;
}
