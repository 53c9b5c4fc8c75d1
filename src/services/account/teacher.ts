import { idOr, isRecord, shownText, textOr } from '../app/reading';

/** The signed-in teacher. Fields are empty if the server did not send them. */
export interface Teacher {
  name: string;
  email: string;
  /** The administrator's page is for them (an extension). */
  isAdministrator: boolean;
}

/** Parses the stored user, whose fields the specification leaves open (section 3). */
export function teacherOf(user: unknown): Teacher {
  const { first_name, last_name, name, email, is_administrator }: Readonly<Record<string, unknown>> = isRecord(user)
    ? user
    : {};
  const fullName = `${shownText(first_name)} ${shownText(last_name)}`.trim();
  return {
    name: fullName || shownText(name) || textOr(email, ''),
    email: textOr(email, ''),
    isAdministrator: is_administrator === true,
  };
}

/** Returns a JWT's claims; null if the token is not a JWT. */
function claimsOf(token: string): unknown {
  try {
    const payload = token.split('.')[1] ?? '';
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return null;
  }
}

/**
 * Returns a teacher's identity: `user_id` or `sub` of the access token, else the stored user's id or email.
 *
 * @returns null if neither is known
 */
export function identityOf(access: string, user: unknown): string | null {
  const claims = claimsOf(access);
  const ofToken = isRecord(claims) ? idOr(claims.user_id, idOr(claims.sub, null)) : null;
  if (ofToken !== null || !isRecord(user)) return ofToken;
  return idOr(user.id, textOr(user.email, '').toLowerCase() || null);
}
