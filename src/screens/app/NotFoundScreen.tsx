import { AuthLayout } from '../../components/AuthLayout';
import { ButtonLink } from '../../components/ButtonLink';
import { paths } from '../../paths';
import { messages } from '../../publicMessages';
import { ReportLink } from './ReportLink';
import { usePageHeading } from './usePageHeading';

const { notFound: words } = messages;

/** Shown at unknown addresses. */
export function NotFoundScreen() {
  const heading = usePageHeading(words.title);
  return (
    <AuthLayout title={words.title} headingRef={heading} pageFoot={<ReportLink />} lead={words.lead}>
      <ButtonLink to={paths.dashboard}>{words.home}</ButtonLink>
    </AuthLayout>
  );
}
