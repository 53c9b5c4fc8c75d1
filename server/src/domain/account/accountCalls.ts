import type { Context } from '../../context';
import type { Database } from '../../platform/database/database';
import type { Handlers } from '../../platform/http/calls';
import { HttpError } from '../../platform/http/httpError';
import { requireText } from '../../platform/http/requireText';
import { withoutControls } from '../../platform/http/visibleText';
import { normaliseEmail } from '../../platform/mail/email';
import { createAccessToken } from './accessTokens';
import { accountKey } from './accountKey';
import { type Count, charge, guess, guessAlone } from './attempts';
import { issueCode, redeemCode } from './codes';
import { anyDeviceOf, deviceCookie, deviceOf } from './devices';
import { createGoogleSignIn, type GoogleIdentity } from './google';
import { codesPausedMail, guessesMail, passwordRemovedMail, resetLink, resetMail, verificationMail } from './mails';
import { hashPassword, requireValidNewPassword, withHasher } from './passwords';
import { holdsInvitation, refuseFromGoogle, registerTeacher } from './registration';
import { hasRegistered, registrationCookie } from './registrationCookie';
import { findReset, issueReset, redeemReset, replaceReset } from './resets';
import { endSignIns, renew, signIn, signInWithoutRefresh, signOut } from './signIns';
import {
  findOrInsertTeacher,
  findTeacher,
  getPasswordHash,
  linkGoogle,
  lockTeacher,
  markVerified,
  noPasswordYet,
  replacePasswordHash,
  requireEnabled,
  setPasswordHash,
  type Teacher,
} from './teachers';
import { findByVerificationToken, verificationToken } from './verificationLinks';

/** After so many wrong passwords of strangers in a day, the owner of the account is told. */
const guessesBeforeMail = 10;
/** How long a sign-in lasts that cannot be renewed; its row ends it earlier wherever another would end. */
const schoolDaySeconds = 10 * 3600;

type AccountCall =
  | 'registerTeacher'
  | 'verifyOtp'
  | 'resendOtp'
  | 'loginTeacher'
  | 'loginGoogle'
  | 'getCurrentUser'
  | 'refreshTokens'
  | 'logout'
  | 'changePassword'
  | 'forgotPassword'
  | 'resetPassword';

/** Registration, verification, sign-in and passwords. */
export function accountCalls(context: Context): Pick<Handlers, AccountCall> {
  const { settings, db, transactAndPublish, keys, limits, background, mail } = context;
  const exchangeGoogleCode = settings.google && createGoogleSignIn(settings.google);
  const linkOf = (teacher: Teacher) => resetLink(settings.publicUrl, verificationToken(keys, teacher));
  const writeVerification = async (tx: Database, teacher: Teacher) =>
    verificationMail(teacher, await issueCode(tx, keys, teacher), linkOf(teacher));

  return {
    async registerTeacher({ body, network, reply }) {
      const { invitation } = body;
      const email = normaliseEmail(body.email);
      // An invitation cannot be guessed: whatever others on the network have used up, it is let through.
      const isInvited = await holdsInvitation(db, email, invitation);
      if (!isInvited) await limits.consume('registrationsFromNetwork', network);
      await requireValidNewPassword(['password', body.password], ['password2', body.password2]);
      const names = { firstName: requireText(body, 'first_name'), lastName: requireText(body, 'last_name') };
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
          const outcome = await redeemCode(tx, keys, teacher, body.code.trim());
          isRight = outcome === 'right';
          if (!isRight) return outcome === 'paused' ? codesPausedMail(teacher.email, linkOf(teacher)) : undefined;
          await markVerified(tx, teacher);
          keepsPassword = !teacher.registeredAgain || hasRegistered(context, cookie, teacher);
          if (keepsPassword) return undefined;
          // Somebody else may have chosen it, and had the owner enter the code.
          await setPasswordHash(tx, teacher.id, null);
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
          // Locked, so that the code belongs to the registration that the mail names.
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
        const counts: Count[] = [
          ['signInsFromNetwork', network],
          ['guessesFromNetwork', `${network} ${account}`],
          ['guesses', account],
        ];
        return guess(limits, ['guessesFromDevice', device], counts, async (isStranger) => {
          const isRight = await matches(found?.passwordHash, body.password);
          if (found && isRight) return found;
          // Counted for any e-mail, and mailed after the answer: neither tells whether the e-mail is known.
          const isTimeToTell = isStranger && (await limits.consume('guessesToTell', account)) === guessesBeforeMail;
          if (isTimeToTell && found?.verifiedAt) {
            const told = guessesMail(found.email, settings.publicUrl, guessesBeforeMail);
            background.run(() => mail(async () => told), log);
          }
          throw invalidCredentials();
        });
      });
      if (!teacher.verifiedAt) throw new HttpError(403, { detail: 'Account not verified' });
      const tokens = await db.transaction(async (tx) => {
        // Whoever changes the password, or disables the account, ends the sign-ins there are: none must come in after that. The
        // password was checked before, as others would have to wait for the row meanwhile.
        const held = await lockTeacher(tx, teacher.id);
        if (!held || held.passwordHash !== teacher.passwordHash) throw invalidCredentials();
        requireEnabled(held);
        return signIn(context, tx, held.id);
      });
      reply.header('Set-Cookie', deviceCookie(context, email));
      return tokens;
    },

    async loginGoogle({ body, network, cookie, reply }) {
      if (!exchangeGoogleCode) throw new HttpError(503, { detail: 'Google sign-in is not set up.' });
      const device = anyDeviceOf(context, cookie);
      const counts: Count[] = [['googleSignInsFromNetwork', network]];
      const identity = await guess(limits, ['googleSignInsFromDevice', device], counts, () =>
        exchangeGoogleCode(body.code),
      );
      const { access, email } = await db.transaction(async (tx) => {
        const teacher = await admitFromGoogle(context, tx, identity);
        return {
          access: await signInWithoutRefresh(context, tx, teacher.id, schoolDaySeconds),
          email: teacher.email,
        };
      });
      reply.header('Set-Cookie', deviceCookie(context, email));
      return { access };
    },

    async getCurrentUser({ teacher }) {
      return { id: teacher.id, first_name: teacher.firstName, last_name: teacher.lastName, email: teacher.email };
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
      await requireValidNewPassword(['new_password', body.new_password], ['confirm_password', body.confirm_password]);
      const { present, passwordHash } = await withHasher(async ({ matches, hash }) => {
        const present = await getPasswordHash(db, teacher.id);
        if (!present) throw new HttpError(400, { error: noPasswordYet });
        await guessAlone(limits, ['password', teacher.signInId], async () => {
          if (!(await matches(present, body.old_password))) throw wrongPresentPassword();
        });
        return { present, passwordHash: await hash(body.new_password) };
      });
      await transactAndPublish(async (tx, publish) => {
        // A reset that came in between is newer, and stays.
        if (!(await replacePasswordHash(tx, teacher.id, present, passwordHash))) throw wrongPresentPassword();
        await endSignIns(tx, publish, teacher.id, teacher.signInId);
      });
      // One that cannot be renewed lasts as long as the present one would have.
      const left = Math.floor((teacher.accessEndsAt.getTime() - Date.now()) / 1000);
      const seconds = Math.max(settings.accessTokenSeconds, left);
      const access = await createAccessToken(keys, teacher.id, teacher.signInId, seconds);
      return { message: 'Your password is changed.', access };
    },

    async forgotPassword({ body, network, cookie, log }) {
      const device = deviceOf(context, cookie, body.email);
      if (device === undefined) await limits.consume('mailsFromNetwork', network);
      // Not by the e-mail alone: strangers who ask for it must not use up what its owner may ask.
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
      await requireValidNewPassword(['new_password', body.new_password], ['confirm_password', body.confirm_password]);
      const { token } = body;
      const teacherId = (await findReset(db, token)) ?? (await findByVerificationToken(db, keys, token))?.id;
      if (teacherId === undefined) throw resetIsOver();
      const passwordHash = await hashPassword(body.new_password);
      const { access, email } = await transactAndPublish(async (tx, publish) => {
        const teacher = await lockTeacher(tx, teacherId);
        const isGood = teacher && ((await redeemReset(tx, token)) || (await findByVerificationToken(tx, keys, token)));
        if (!isGood) throw resetIsOver();
        requireEnabled(teacher);
        await setPasswordHash(tx, teacherId, passwordHash);
        // Whoever has the mailed token owns the e-mail.
        await markVerified(tx, teacher);
        await endSignIns(tx, publish, teacherId);
        return {
          access: await signInWithoutRefresh(context, tx, teacherId, settings.accessTokenSeconds),
          email: teacher.email,
        };
      });
      reply.header('Set-Cookie', deviceCookie(context, email));
      return { message: 'Your password is reset. You can sign in now.', access };
    },
  };
}

const passwordRemoved =
  'Your email is verified, but it was last registered in another browser, so we removed that password. Choose one by the link that we just mailed you.';
const invalidCredentials = () => new HttpError(401, { detail: 'Invalid credentials' });
// Said twice: as the specification's key, and at the field that it is about.
const codeIsWrong = 'This code is wrong or has expired. Check it, open the link in the mail, or ask for a new code.';
const passwordIsWrong = 'Your current password is incorrect.';
const linkIsOver = 'This reset link is no longer valid. Please request a new one.';
const wrongCode = () =>
  new HttpError(400, {
    message: codeIsWrong,
    code: [codeIsWrong],
  });
const wrongPresentPassword = () => new HttpError(400, { error: passwordIsWrong, old_password: [passwordIsWrong] });
const resetIsOver = () => new HttpError(400, { error: linkIsOver, token: [linkIsOver] });

const linkedToAnother =
  'The account with this email belongs to another Google account. Please sign in with that one, or ask your administrator.';

/** Finds the person's account, links the one with the e-mail at the first time or creates one, and holds it. */
async function admitFromGoogle({ settings }: Context, tx: Database, identity: GoogleIdentity): Promise<Teacher> {
  const { teacher: found, isNew } = await findOrInsertTeacher(tx, {
    googleSubject: identity.subject,
    email: normaliseEmail(identity.email),
    firstName: withoutControls(identity.firstName.normalize()),
    lastName: withoutControls(identity.lastName.normalize()),
  });
  const refusal = isNew && (await refuseFromGoogle(tx, settings, found.email));
  if (refusal) throw new HttpError(403, { detail: refusal });
  const teacher = await lockTeacher(tx, found.id);
  if (!teacher) throw new HttpError(401, { detail: 'Google login failed. Please try again.' });
  requireEnabled(teacher);
  if (teacher.googleSubject === null) await linkGoogle(tx, teacher.id, identity.subject);
  // An e-mail that an organisation has given to somebody else since.
  else if (teacher.googleSubject !== identity.subject) throw new HttpError(403, { detail: linkedToAnother });
  if (!teacher.verifiedAt) {
    // A password that is there was chosen by somebody who has not proved to own the e-mail.
    await setPasswordHash(tx, teacher.id, null);
    await markVerified(tx, teacher);
  }
  return teacher;
}
