import type { Context } from '../../context';
import type { Database } from '../../platform/database/database';
import { normaliseEmail } from '../../platform/http/email';
import { HttpError } from '../../platform/http/httpError';
import { requireText } from '../../platform/http/requireText';
import { cleanLine } from '../../platform/http/visibleText';
import type { Handlers } from '../calls';
import { createAccessToken } from './accessTokens';
import { accountKey, type Count, charge, limitFailures, limitGuesses, orByMail } from './attempts';
import { issueCode, redeemCode } from './codes';
import { anyDeviceOf, deviceCookie, deviceOf, hasRegistered, registrationCookie } from './cookies';
import { createGoogleSignIn, type GoogleIdentity } from './google';
import { codesPausedMail, guessesMail, passwordRemovedMail, resetLink, resetMail, verificationMail } from './mails';
import { hashPassword, type Owner, requireValidNewPassword, withHasher } from './passwords';
import { holdsInvitation, refuseFromGoogle, registerTeacher } from './registration';
import { findReset, issueReset, redeemReset, replaceReset } from './resets';
import { endSignIns, renew, signIn, signInWithoutRefresh, signOut } from './signIns';
import {
  findOrInsertTeacher,
  findTeacher,
  getTeacher,
  lockTeacher,
  markVerified,
  noPasswordYet,
  replacePasswordHash,
  requireEnabled,
  type Teacher,
  updateTeacher,
} from './teachers';
import { findByVerificationToken, verificationToken } from './verificationLinks';

/** Wrong passwords from unknown browsers in a day before we mail the account's owner. */
const guessesBeforeMail = 10;
/** Lifetime of a Google sign-in, which cannot be renewed. */
const schoolDaySeconds = 10 * 3600;

export function accountCalls(context: Context) {
  const { settings, db, transactAndPublish, keys, limits, background, mailer } = context;
  const { send: mail } = mailer;
  const exchangeGoogleCode = settings.google && createGoogleSignIn(settings.google);
  const linkOf = (teacher: Teacher) => resetLink(settings.publicUrl, verificationToken(keys, teacher));
  const writeVerification = async (tx: Database, teacher: Teacher) =>
    verificationMail(teacher, await issueCode(tx, keys, teacher), linkOf(teacher));

  return {
    async registerTeacher({ body, network, reply }) {
      const { invitation } = body;
      const email = normaliseEmail(body.email);
      // The network's limit does not apply to invitations: their tokens cannot be guessed.
      const isInvited = await holdsInvitation(db, email, invitation);
      if (!isInvited) await limits.consume('registrationsFromNetwork', network);
      const names = { firstName: requireText(body, 'first_name'), lastName: requireText(body, 'last_name') };
      await requireValidNewPassword(['password', body.password], ['password2', body.password2], { ...names, email });
      let registered = '';
      await withHasher(({ hash }) =>
        charge(limits, isInvited ? [] : [['registration', `${network} ${email}`]], async () => {
          const values = { ...names, email, invitation, network, passwordHash: await hash(body.password) };
          await mail(async (tx) => {
            const teacher = await registerTeacher(context, tx, values);
            registered = registrationCookie(context, teacher);
            return writeVerification(tx, teacher);
          });
        }),
      );
      reply.header('Set-Cookie', registered);
      return { message: 'Account created. We sent a verification code to your email.' };
    },

    async verifyOtp({ body, network, cookie, reply }) {
      const counts: Count[] = [
        ['verificationsFromNetwork', network],
        ['verification', `${network} ${normaliseEmail(body.email)}`],
      ];
      let isRight = false;
      let keepsPassword = true;
      await charge(limits, counts, () =>
        mail(async (tx) => {
          const found = await findTeacher(tx, body.email);
          const teacher = found && (await lockTeacher(tx, found.id));
          if (!teacher || teacher.verifiedAt) return undefined;
          const outcome = await redeemCode(tx, keys, { teacher, code: body.code.trim() });
          isRight = outcome === 'right';
          if (!isRight) return outcome === 'paused' ? codesPausedMail(teacher.email, linkOf(teacher)) : undefined;
          await markVerified(tx, teacher);
          keepsPassword = !teacher.registeredAgain || hasRegistered(context, cookie, teacher);
          if (keepsPassword) return undefined;
          // Somebody else may have chosen the password and tricked the owner into entering the code.
          await updateTeacher(tx, teacher.id, { passwordHash: null });
          return passwordRemovedMail(teacher.email, settings.publicUrl, await replaceReset(tx, teacher.id));
        }),
      );
      if (!isRight) throw wrongCode();
      reply.header('Set-Cookie', deviceCookie(context, body.email));
      return { message: keepsPassword ? 'Your email is verified. You can sign in now.' : passwordRemoved };
    },

    async resendOtp({ body, network, log }) {
      await limits.consume('mailsFromNetwork', network);
      await limits.consume('resend', normaliseEmail(body.email));
      background.run(async () => {
        const found = await findTeacher(db, body.email);
        if (!found || found.verifiedAt) return;
        await mail(async (tx) => {
          // Locked, so that the code matches the registration named in the mail.
          const teacher = await lockTeacher(tx, found.id);
          return teacher && !teacher.verifiedAt ? writeVerification(tx, teacher) : undefined;
        });
      }, log);
      return { message: 'If this email waits for verification, a new code is on its way.' };
    },

    async loginTeacher({ body, network, cookie, reply, log }) {
      const email = normaliseEmail(body.email);
      const teacher = await withHasher(async ({ matches }) => {
        const found = await findTeacher(db, email);
        const account = accountKey(found, email);
        const device = deviceOf(context, cookie, email);
        const strangers: Count[] = [
          ['signInsFromNetwork', network],
          ['guessesFromNetwork', `${network} ${account}`],
          ['guesses', account],
        ];
        return orByMail(() =>
          limitGuesses(limits, { device: ['guessesFromDevice', device], strangers }, async (isStranger) => {
            const isRight = await matches(found?.passwordHash, body.password);
            if (found && isRight) return found;
            // Counted for unknown emails too and mailed after the answer, so that neither reveals which emails have accounts.
            const isMailDue = isStranger && (await limits.consume('guessesToTell', account)) === guessesBeforeMail;
            if (isMailDue && found?.verifiedAt) {
              const warning = guessesMail(found.email, settings.publicUrl, guessesBeforeMail);
              background.run(() => mail(async () => warning), log);
            }
            throw invalidCredentials();
          }),
        );
      });
      if (!teacher.verifiedAt) throw new HttpError(403, { detail: 'Account not verified' });
      const tokens = await db.transaction(async (tx) => {
        // The password was checked without a lock, because hashing is slow. Check again that it has not changed and that the account
        // has not been disabled since: either would have ended all sign-ins.
        const locked = await lockTeacher(tx, teacher.id);
        if (!locked || locked.passwordHash !== teacher.passwordHash) throw invalidCredentials();
        requireEnabled(locked);
        return signIn(context, tx, locked.id);
      });
      reply.header('Set-Cookie', deviceCookie(context, email));
      return tokens;
    },

    async loginGoogle({ body, network, cookie, reply }) {
      if (!exchangeGoogleCode) throw new HttpError(503, { detail: 'Google sign-in is not set up.' });
      const device = anyDeviceOf(context, cookie);
      const strangers: Count[] = [['googleSignInsFromNetwork', network]];
      const identity = await limitGuesses(limits, { device: ['googleSignInsFromDevice', device], strangers }, () =>
        exchangeGoogleCode(body.code),
      );
      const { access, email } = await db.transaction(async (tx) => {
        const teacher = await admitFromGoogle(context, tx, identity);
        return {
          access: await signInWithoutRefresh(context, tx, { teacherId: teacher.id, seconds: schoolDaySeconds }),
          email: teacher.email,
        };
      });
      reply.header('Set-Cookie', deviceCookie(context, email));
      return { access };
    },

    async getCurrentUser({ teacher }) {
      return {
        id: teacher.id,
        first_name: teacher.firstName,
        last_name: teacher.lastName,
        email: teacher.email,
        ...(teacher.isAdministrator && { is_administrator: true as const }),
      };
    },

    async refreshTokens({ body, address }) {
      const tokens = await renew(context, body.refresh, address);
      if (!tokens) throw new HttpError(401, { detail: 'Session expired' });
      return tokens;
    },

    async logout({ body, accessToken, reply }) {
      await signOut(context, body.refresh, accessToken);
      reply.header('Clear-Site-Data', '"cache"');
      return undefined;
    },

    async changePassword({ body, teacher }) {
      await requireNewPassword(body, teacher);
      const { oldHash, newHash } = await withHasher(async ({ matches, hash }) => {
        const oldHash = (await getTeacher(db, teacher.id))?.passwordHash;
        if (!oldHash) throw new HttpError(400, { error: noPasswordYet });
        await limitFailures(limits, ['password', teacher.signInId], async () => {
          if (!(await matches(oldHash, body.old_password))) throw wrongOldPassword();
        });
        return { oldHash, newHash: await hash(body.new_password) };
      });
      await transactAndPublish(async ({ tx, publish }) => {
        // A password reset in the meantime wins.
        if (!(await replacePasswordHash(tx, teacher.id, { from: oldHash, to: newHash }))) throw wrongOldPassword();
        await endSignIns({ tx, publish }, teacher.id, teacher.signInId);
      });
      // A token without a refresh token keeps its remaining lifetime.
      const left = Math.floor((teacher.accessEndsAt.getTime() - Date.now()) / 1000);
      const seconds = Math.max(settings.accessTokenSeconds, left);
      const access = await createAccessToken(keys, { teacherId: teacher.id, signInId: teacher.signInId, seconds });
      return { message: 'Your password is changed.', access };
    },

    async forgotPassword({ body, network, cookie, log }) {
      const device = deviceOf(context, cookie, body.email);
      if (device === undefined) await limits.consume('mailsFromNetwork', network);
      // Counted by device or network too, so that strangers cannot use up the owner's requests.
      await limits.consume('forgot', device ?? `${network} ${normaliseEmail(body.email)}`);
      background.run(async () => {
        const teacher = await findTeacher(db, body.email);
        if (!teacher || teacher.disabledAt) return;
        await mail(async (tx) => {
          const reset = await issueReset(tx, teacher.id);
          return reset && resetMail(teacher.email, settings.publicUrl, reset);
        });
      }, log);
      return { message: 'If this email has an account, instructions to reset the password are on their way.' };
    },

    async resetPassword({ body, reply }) {
      const { token } = body;
      const teacherId = (await findReset(db, token)) ?? (await findByVerificationToken(db, keys, token))?.id;
      const owner = teacherId === undefined ? undefined : await getTeacher(db, teacherId);
      if (teacherId === undefined || !owner) throw resetIsOver();
      await requireNewPassword(body, owner);
      const passwordHash = await hashPassword(body.new_password);
      const { access, email } = await transactAndPublish(async ({ tx, publish }) => {
        const teacher = await lockTeacher(tx, teacherId);
        const isGood = teacher && ((await redeemReset(tx, token)) || (await findByVerificationToken(tx, keys, token)));
        if (!isGood) throw resetIsOver();
        requireEnabled(teacher);
        await updateTeacher(tx, teacherId, { passwordHash });
        // The token was mailed, which proves the email.
        await markVerified(tx, teacher);
        await endSignIns({ tx, publish }, teacherId);
        return {
          access: await signInWithoutRefresh(context, tx, { teacherId, seconds: settings.accessTokenSeconds }),
          email: teacher.email,
        };
      });
      reply.header('Set-Cookie', deviceCookie(context, email));
      return { message: 'Your password is reset. You can sign in now.', access };
    },
  } satisfies Partial<Handlers>;
}

const requireNewPassword = (body: Record<'new_password' | 'confirm_password', string>, owner: Owner) =>
  requireValidNewPassword(['new_password', body.new_password], ['confirm_password', body.confirm_password], owner);

const passwordRemoved =
  'Your email is verified, but it was last registered in another browser, so we removed that password. Choose one by the link that we just mailed you.';
const invalidCredentials = () => new HttpError(401, { detail: 'Invalid credentials' });
// Sent twice: under the specification's key and under the field.
const codeIsWrong = 'This code is wrong or has expired. Check it, open the link in the mail, or ask for a new code.';
const passwordIsWrong = 'Your current password is incorrect.';
const linkIsOver = 'This reset link is no longer valid. Please request a new one.';
const wrongCode = () => new HttpError(400, { message: codeIsWrong, code: [codeIsWrong] });
const wrongOldPassword = () => new HttpError(400, { error: passwordIsWrong, old_password: [passwordIsWrong] });
const resetIsOver = () => new HttpError(400, { error: linkIsOver, token: [linkIsOver] });

const linkedToAnother =
  'The account with this email belongs to another Google account. Please sign in with that one, or ask your administrator.';

/** Finds, links or creates the account of a Google identity and locks it. */
async function admitFromGoogle({ settings }: Context, tx: Database, identity: GoogleIdentity): Promise<Teacher> {
  const { teacher: found, isNew } = await findOrInsertTeacher(tx, {
    googleSubject: identity.subject,
    email: normaliseEmail(identity.email),
    firstName: cleanLine(identity.firstName),
    lastName: cleanLine(identity.lastName),
  });
  const refusal = isNew && (await refuseFromGoogle(tx, settings, found.email));
  if (refusal) throw new HttpError(403, { detail: refusal });
  const teacher = await lockTeacher(tx, found.id);
  if (!teacher) throw new HttpError(401, { detail: 'Google login failed. Please try again.' });
  requireEnabled(teacher);
  if (teacher.googleSubject === null) await updateTeacher(tx, teacher.id, { googleSubject: identity.subject });
  // Organisations reassign emails: this one now belongs to another Google account.
  else if (teacher.googleSubject !== identity.subject) throw new HttpError(403, { detail: linkedToAnother });
  if (!teacher.verifiedAt) {
    // The person who chose the existing password never proved that they own the email.
    await updateTeacher(tx, teacher.id, { passwordHash: null });
    await markVerified(tx, teacher);
  }
  return teacher;
}
