import * as v from 'valibot';
import { inParallel } from './load';
import { password, type Teacher } from './school';

/** A teacher with an access token of a sign-in of their own. */
export interface SignedIn extends Teacher {
  token: string;
}

const Tokens = v.object({ access: v.string() });

/**
 * Signs every teacher in once, each from an address of their own as the proxy in front would tell it: nobody comes too
 * often, so that no limit has to be lifted.
 * @returns them in the same order, and how many were signed in per second
 */
export async function measureSignIns(
  url: string,
  teachers: Teacher[],
): Promise<{ signedIn: SignedIn[]; rate: number }> {
  const signedIn: SignedIn[] = [];
  const start = performance.now();
  await inParallel(teachers.entries(), async ([index, teacher]) => {
    const answer = await fetch(`${url}/account/login/teacher/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': `10.1.${index >> 8}.${index & 255}` },
      body: JSON.stringify({ email: teacher.email, password }),
    });
    signedIn[index] = { ...teacher, token: v.parse(Tokens, await answer.json()).access };
  });
  return { signedIn, rate: teachers.length / ((performance.now() - start) / 1000) };
}
