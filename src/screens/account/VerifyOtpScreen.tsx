import { useSelector } from '@xstate/react';
import { Fragment, useEffect } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { AuthLayout } from '../../components/AuthLayout';
import { Button } from '../../components/Button';
import { CodeField } from '../../components/CodeField';
import { EmailField } from '../../components/EmailField';
import { Form } from '../../components/Form';
import { FormNotice } from '../../components/FormNotice';
import { TextLink } from '../../components/TextLink';
import { useHydrated } from '../../components/useHydrated';
import { resendMachine, secondsLeft } from '../../machines/account/resendMachine';
import { verifyOtpForm } from '../../machines/account/verifyOtpForm';
import { isEmailLike } from '../../machines/app/checks';
import { paths, verifyOtpPath } from '../../paths';
import { messages } from '../../publicMessages';
import { ReportLink } from '../app/ReportLink';
import { useScreenActor } from '../app/system';
import { useForm } from '../app/useForm';
import { usePageHeading } from '../app/usePageHeading';

const { verifyOtp: words, fields } = messages;

/** `/verify-otp?email={email}`: asks for the code that a registration mailed. */
export function VerifyOtpScreen() {
  const [query] = useSearchParams();
  // The prerendered page is the same for every address.
  const hydrated = useHydrated();
  const email = (hydrated && query.get('email')?.trim()) || '';
  const isAsked = hydrated && !isEmailLike(email);
  const heading = usePageHeading(words.title);
  const actor = useScreenActor(verifyOtpForm);
  const verify = useForm(actor);
  const resend = useScreenActor(resendMachine);
  const problem = useSelector(resend, selectProblem);
  const readyAt = useSelector(resend, selectReadyAt);
  const asked = verify.fieldOf('email');
  const { ref } = verify.form;
  useEffect(() => {
    if (problem) ref.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  }, [problem, ref]);

  return (
    <AuthLayout
      title={words.title}
      headingRef={heading}
      pageFoot={<ReportLink />}
      footer={<TextLink to={paths.login}>{words.backToLogin}</TextLink>}
    >
      <Form
        {...verify.form}
        onInput={() => {
          verify.form.onInput();
          resend.send({ type: 'resend.change' });
        }}
      >
        <FormNotice
          lead={<span className="wrap-anywhere">{words.lead(isAsked ? '' : email)}</span>}
          {...verify.notice}
        />
        <Fragment key={verify.fieldsKey}>
          {isAsked ? (
            <EmailField {...asked} defaultValue={email} error={asked.error ?? problem?.sentence} />
          ) : (
            <input type="hidden" name="email" value={email} />
          )}
          {/* A new code empties the field of the old one. */}
          <CodeField {...verify.fieldOf('code')} key={readyAt} label={fields.code} />
        </Fragment>
        <Button type="submit" {...verify.button}>
          {verify.submitting ? words.submitting : words.submit}
        </Button>
        <ResendButton resend={resend} email={email} onResend={() => actor.send({ type: 'form.change' })} />
      </Form>
    </AuthLayout>
  );
}

const selectReadyAt = ({ context }: SnapshotFrom<typeof resendMachine>) => context.readyAt;
const selectProblem = ({ context }: SnapshotFrom<typeof resendMachine>) => context.problem;
const isSending = (resend: SnapshotFrom<typeof resendMachine>) => resend.matches('sending');
const selectSecondsLeft = (resend: SnapshotFrom<typeof resendMachine>) =>
  resend.matches('coolingDown') ? secondsLeft(resend.context) : 0;

type ResendButtonProps = {
  resend: ActorRefFrom<typeof resendMachine>;
  /** The address in the page's query. Without one, the form's email field counts. */
  email: string;
  /** Clears what was said about the old code. */
  onResend: () => void;
};

function ResendButton({ resend, email, onResend }: ResendButtonProps) {
  const sending = useSelector(resend, isSending);
  const seconds = useSelector(resend, selectSecondsLeft);
  return (
    <Button
      variant="quiet"
      busy={sending}
      disabled={seconds > 0}
      onClick={(event) => {
        onResend();
        const typed = event.currentTarget.form?.elements.namedItem('email');
        resend.send({
          type: 'resend.submit',
          email: typed instanceof HTMLInputElement ? typed.value : email,
        });
      }}
    >
      {sending ? words.resending : seconds > 0 ? words.resendIn(seconds) : words.resend}
    </Button>
  );
}

/** `/verify-email`: where the unverified error leads; the same page, with the e-mail carried along. */
export function VerifyEmailAlias() {
  const email = useSearchParams()[0].get('email') ?? '';
  return <Navigate to={verifyOtpPath(email)} replace />;
}
