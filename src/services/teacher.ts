import { idOr, isRecord, shownText, textOr } from './reading';

/** Who is signed in; empty lines where the server does not say. */
export interface Teacher {
  name: string;
  email: string;
}

/** Reads the stored user, whose fields the specification leaves open (section 3). */
export function teacherOf(user: unknown): Teacher {
  const { first_name, last_name, name, email }: Readonly<Record<string, unknown>> = isRecord(user) ? user : {};
  const fullName = `${shownText(first_name)} ${shownText(last_name)}`.trim();
  return { name: fullName || shownText(name) || textOr(email, ''), email: textOr(email, '') };
}

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
  const claims = claimsOf(access);
  const ofToken = isRecord(claims) ? idOr(claims.user_id, idOr(claims.sub, null)) : null;
  if (ofToken !== null || !isRecord(user)) return ofToken;
  return idOr(user.id, textOr(user.email, '').toLowerCase() || null);
}
