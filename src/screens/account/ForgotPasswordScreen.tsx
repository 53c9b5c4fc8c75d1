import { AuthLayout } from '../../components/AuthLayout';
import { Button } from '../../components/Button';
import { EmailField } from '../../components/EmailField';
import { Form } from '../../components/Form';
import { FormNotice } from '../../components/FormNotice';
import { TextLink } from '../../components/TextLink';
import { forgotPasswordForm } from '../../machines/account/forgotPasswordForm';
import { paths } from '../../paths';
import { messages } from '../../publicMessages';
import { ReportLink } from '../app/ReportLink';
import { useScreenActor } from '../app/system';
import { useForm } from '../app/useForm';
import { usePageHeading } from '../app/usePageHeading';

const { forgotPassword: words } = messages;

/** `/forgot-password`: asks for reset instructions. */
export function ForgotPasswordScreen() {
  const heading = usePageHeading(words.title);
  const actor = useScreenActor(forgotPasswordForm);
  const forgot = useForm(actor);

  return (
    <AuthLayout
      title={words.title}
      headingRef={heading}
      pageFoot={<ReportLink />}
      footer={<TextLink to={paths.login}>{words.backToLogin}</TextLink>}
    >
      <Form
        {...forgot.form}
        onward={
          <Button variant="secondary" onClick={() => actor.send({ type: 'form.reopen' })}>
            {words.again}
          </Button>
        }
      >
        <FormNotice lead={words.lead} {...forgot.notice} />
        <EmailField {...forgot.fieldOf('email')} />
        <Button type="submit" {...forgot.button}>
          {forgot.submitting ? words.submitting : words.submit}
        </Button>
      </Form>
    </AuthLayout>
  );
}
