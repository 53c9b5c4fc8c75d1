import type { ReactNode } from 'react';
import { AuthLayout } from '../../components/AuthLayout';
import { TextLink } from '../../components/TextLink';
import { guide as words } from '../../guideMessages';
import { paths } from '../../paths';
import { messages } from '../../publicMessages';
import { ReportLink } from './ReportLink';
import { usePageHeading } from './usePageHeading';

const { title } = messages.howDetectionWorks;

/** `/how-detection-works`: for teachers, and for students and parents to whom they pass it on. */
export function HowDetectionWorksScreen() {
  const heading = usePageHeading(title);
  const { detected, lesson, agents, told, seen, kept, hint } = words;
  return (
    <AuthLayout
      title={title}
      headingRef={heading}
      lead={words.lead}
      pageFoot={<ReportLink />}
      footer={<TextLink to={paths.dashboard}>{words.home}</TextLink>}
    >
      <div className="flex flex-col gap-6">
        <Part title={detected.title}>
          <p>{detected.text}</p>
          <Pairs pairs={detected.kinds} />
          <p>{detected.more}</p>
        </Part>
        <Part title={lesson.title}>
          <p>{lesson.text}</p>
        </Part>
        <Part title={agents.title}>
          <p>{agents.text}</p>
          <p>{agents.simulated}</p>
        </Part>
        <Part title={told.title}>
          <p>{told.text}</p>
          <ul className="flex list-disc flex-col gap-1 pl-5">
            {told.points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
          <p>{told.more}</p>
        </Part>
        <Part title={seen.title}>
          <p>{seen.text}</p>
        </Part>
        <Part title={kept.title}>
          <Pairs pairs={kept.rows} />
          <p>{kept.more}</p>
        </Part>
        <Part title={hint.title}>
          <p>{hint.text}</p>
        </Part>
      </div>
    </AuthLayout>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-2">
    <h2 className="text-lg font-semibold tracking-tight">{title}</h2>
    {children}
  </section>
);

/** What there is, each with what is said about it. */
const Pairs = ({ pairs }: { pairs: readonly (readonly [string, string])[] }) => (
  <dl className="flex flex-col gap-2">
    {pairs.map(([what, about]) => (
      <div key={what}>
        <dt className="font-semibold">{what}</dt>
        <dd className="text-muted">{about}</dd>
      </div>
    ))}
  </dl>
);
