import { Fragment } from 'react';
import { Button } from '../../components/Button';
import { ButtonLink } from '../../components/ButtonLink';
import { Card } from '../../components/Card';
import { Form } from '../../components/Form';
import { FormNotice } from '../../components/FormNotice';
import { PageHeading } from '../../components/PageHeading';
import { PasswordField } from '../../components/PasswordField';
import { changePasswordForm } from '../../machines/account/changePasswordForm';
import { messages } from '../../messages';
import { paths } from '../../paths';
import { HiddenUsername } from '../account/HiddenUsername';
import { useScreenActor } from '../app/system';
import { useForm } from '../app/useForm';
import { usePageHeading } from '../app/usePageHeading';
import { AppFrame } from './AppFrame';

const { changePassword: words, fields } = messages;

/** `/change-password`: a new password while signed in. */
export function ChangePasswordScreen() {
  const heading = usePageHeading(words.title);
  const change = useForm(useScreenActor(changePasswordForm));

  return (
    <AppFrame>
      <PageHeading ref={heading} actions={<ButtonLink to={paths.dashboard}>{words.backToDashboard}</ButtonLink>}>
        {words.title}
      </PageHeading>
      <Card className="max-w-xl">
        <Form {...change.form}>
          <HiddenUsername />
          <FormNotice lead={words.lead} {...change.notice} />
          <Fragment key={change.fieldsKey}>
            <PasswordField
              {...change.fieldOf('old_password')}
              label={fields.currentPassword}
              autoComplete="current-password"
            />
            <PasswordField
              {...change.fieldOf('new_password')}
              label={fields.newPassword}
              autoComplete="new-password"
              hint={words.hint}
            />
            <PasswordField
              {...change.fieldOf('confirm_password')}
              label={fields.confirmNewPassword}
              autoComplete="new-password"
            />
          </Fragment>
          <Button type="submit" {...change.button}>
            {change.submitting ? words.submitting : words.submit}
          </Button>
        </Form>
      </Card>
    </AppFrame>
  );
}
