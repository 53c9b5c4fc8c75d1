import { Fragment } from 'react';
import { useLocation } from 'react-router-dom';
import { AuthLayout } from '../../components/AuthLayout';
import { Button } from '../../components/Button';
import { EmailField } from '../../components/EmailField';
import { Field } from '../../components/Field';
import { Form } from '../../components/Form';
import { FormNotice } from '../../components/FormNotice';
import { PasswordField } from '../../components/PasswordField';
import { TextLink } from '../../components/TextLink';
import { useHydrated } from '../../components/useHydrated';
import { invitedEmailIn, registerForm } from '../../machines/account/registerForm';
import { paths } from '../../paths';
import { messages } from '../../publicMessages';
import { ReportLink } from '../app/ReportLink';
import { useScreenActor } from '../app/system';
import { useForm } from '../app/useForm';
import { usePageHeading } from '../app/usePageHeading';

const { register: words, fields } = messages;

/** `/register`: a new teacher account. */
export function RegisterScreen() {
  const heading = usePageHeading(words.title);
  const register = useForm(useScreenActor(registerForm));
  const { hash } = useLocation();
  // The prerendered page is the same for every address.
  const hydrated = useHydrated();
  const invited = hydrated && register.fieldsKey === 'filled' ? invitedEmailIn(hash) : undefined;

  return (
    <AuthLayout
      title={words.title}
      headingRef={heading}
      pageFoot={<ReportLink />}
      footer={
        <>
          <span>{words.haveAccount}</span> <TextLink to={paths.login}>{words.signIn}</TextLink>
        </>
      }
    >
      <Form {...register.form}>
        <FormNotice lead={words.lead} {...register.notice} />
        <Fragment key={register.fieldsKey}>
          <div className="grid gap-x-5 gap-y-7 sm:grid-cols-2">
            <Field {...register.fieldOf('first_name')} label={fields.firstName} autoComplete="given-name" />
            <Field {...register.fieldOf('last_name')} label={fields.lastName} autoComplete="family-name" />
          </div>
          <EmailField key={invited} {...register.fieldOf('email')} defaultValue={invited} />
          <PasswordField {...register.fieldOf('password')} label={fields.password} autoComplete="new-password" />
          <PasswordField
            {...register.fieldOf('password2')}
            label={fields.confirmPassword}
            autoComplete="new-password"
          />
        </Fragment>
        <Button type="submit" {...register.button}>
          {register.submitting ? words.submitting : words.submit}
        </Button>
      </Form>
    </AuthLayout>
  );
}
