import { Fragment } from 'react';
import { useParams } from 'react-router-dom';
import { AuthLayout } from '../../components/AuthLayout';
import { Button } from '../../components/Button';
import { Form } from '../../components/Form';
import { FormNotice } from '../../components/FormNotice';
import { PasswordField } from '../../components/PasswordField';
import { TextLink } from '../../components/TextLink';
import { resetPasswordForm } from '../../machines/account/resetPasswordForm';
import { paths } from '../../paths';
import { messages } from '../../publicMessages';
import { ReportLink } from '../app/ReportLink';
import { useScreenActor } from '../app/system';
import { useForm } from '../app/useForm';
import { usePageHeading } from '../app/usePageHeading';

const { resetPassword: words, fields } = messages;

/** `/reset-password/{token}`: the new password after a reset mail. */
export function ResetPasswordScreen() {
  const { token = '' } = useParams();
  const heading = usePageHeading(words.title);
  const reset = useForm(useScreenActor(resetPasswordForm));

  return (
    <AuthLayout
      title={words.title}
      headingRef={heading}
      pageFoot={<ReportLink />}
      footer={<TextLink to={paths.login}>{words.backToLogin}</TextLink>}
    >
      <Form
        {...reset.form}
        onward={reset.isRefused && <TextLink to={paths.forgotPassword}>{words.requestLink}</TextLink>}
      >
        <FormNotice lead={words.lead} {...reset.notice} />
        <input type="hidden" name="token" value={token} />
        <Fragment key={reset.fieldsKey}>
          <PasswordField
            {...reset.fieldOf('new_password')}
            label={fields.newPassword}
            autoComplete="new-password"
            hint={words.hint}
          />
          <PasswordField
            {...reset.fieldOf('confirm_password')}
            label={fields.confirmNewPassword}
            autoComplete="new-password"
          />
        </Fragment>
        <Button type="submit" {...reset.button}>
          {reset.submitting ? words.submitting : words.submit}
        </Button>
      </Form>
    </AuthLayout>
  );
}
