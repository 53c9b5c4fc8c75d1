import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import { AuthLayout } from '../../components/AuthLayout';
import { Button } from '../../components/Button';
import { EmailField } from '../../components/EmailField';
import { Form } from '../../components/Form';
import { FormNotice } from '../../components/FormNotice';
import { GoogleLogo } from '../../components/GoogleLogo';
import { PasswordField } from '../../components/PasswordField';
import { TextLink } from '../../components/TextLink';
import type { authMachine } from '../../machines/account/authMachine';
import { forgotPasswordForm } from '../../machines/account/forgotPasswordForm';
import { googleLoginForm } from '../../machines/account/googleLoginForm';
import { loginForm } from '../../machines/account/loginForm';
import { paths, verifyEmailPath } from '../../paths';
import { messages } from '../../publicMessages';
import { ReportLink } from '../app/ReportLink';
import { useScreenActor, useSystem } from '../app/system';
import { useForm } from '../app/useForm';
import { usePageHeading } from '../app/usePageHeading';

const { login: words, fields, session } = messages;

/** Why the session ended, if the teacher did not sign out in this tab. */
function selectReason(auth: SnapshotFrom<typeof authMachine>): string | undefined {
  if (auth.matches({ signedOut: 'expired' })) return session.expiredLogIn;
  return auth.matches({ signedOut: 'elsewhere' }) ? session.endedElsewhere : undefined;
}

/** `/` and `/login`: sign-in with e-mail and password, or with Google. */
export function LoginScreen() {
  const system = useSystem();
  const heading = usePageHeading(words.title);
  const reason = useSelector(system.get('auth'), selectReason);
  const loginActor = useScreenActor(loginForm);
  const googleActor = useScreenActor(googleLoginForm);
  const login = useForm(loginActor);
  const google = useForm(googleActor);
  const mailActor = useScreenActor(forgotPasswordForm);
  const mail = useForm(mailActor);
  const [problem] = login.problems;
  const sent = mail.form.outcome;
  // One place for every way to sign in: using one clears the others' outcome.
  const notice = sent
    ? ({ kind: sent.kind, children: sent.sentence } as const)
    : ([mail.notice, login.notice, google.notice].find(({ children }) => children !== undefined) ??
      ({ kind: 'info', children: reason } as const));
  const clearOthers = (...others: (typeof googleActor | typeof loginActor | typeof mailActor)[]) => {
    for (const actor of others) for (const type of ['form.change', 'form.reopen'] as const) actor.send({ type });
  };

  return (
    <AuthLayout
      title={words.title}
      headingRef={heading}
      pageFoot={<ReportLink />}
      footer={
        <>
          <span>{words.noAccount}</span> <TextLink to={paths.register}>{words.register}</TextLink>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <Form
          {...login.form}
          onInput={() => {
            clearOthers(googleActor, mailActor);
            login.form.onInput();
          }}
          onSubmit={(event) => {
            clearOthers(googleActor, mailActor);
            login.form.onSubmit(event);
          }}
        >
          <FormNotice
            lead={words.lead}
            {...notice}
            action={
              (problem?.kind === 'notVerified' && (
                <TextLink to={verifyEmailPath(problem.email ?? '')}>{words.verify}</TextLink>
              )) ||
              (problem?.kind === 'mailable' && !sent && (
                <Button
                  variant="secondary"
                  busy={mail.submitting}
                  onClick={() => mailActor.send({ type: 'form.submit', values: { email: problem.email ?? '' } })}
                >
                  {mail.submitting ? words.mailing : words.mail}
                </Button>
              ))
            }
          />
          <EmailField {...login.fieldOf('email')} />
          <PasswordField {...login.fieldOf('password')} label={fields.password} autoComplete="current-password" />
          <Button type="submit" {...login.button}>
            {login.submitting ? words.submitting : words.submit}
          </Button>
          <TextLink to={paths.forgotPassword} className="-mt-3 self-center text-sm">
            {words.forgot}
          </TextLink>
        </Form>
        <Form
          {...google.form}
          onSubmit={(event) => {
            clearOthers(loginActor, mailActor);
            google.form.onSubmit(event);
          }}
        >
          <hr className="border-line" />
          <Button type="submit" variant="secondary" {...google.button}>
            <GoogleLogo />
            <span>{google.submitting ? words.googleSubmitting : words.google}</span>
          </Button>
        </Form>
      </div>
    </AuthLayout>
  );
}
