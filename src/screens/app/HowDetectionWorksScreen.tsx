import { directionOf, languageCodes, languages } from '@vigil/languages';
import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { fromPromise } from 'xstate';
import { AuthLayout } from '../../components/AuthLayout';
import { TextLink } from '../../components/TextLink';
import { useHydrated } from '../../components/useHydrated';
import { paths } from '../../paths';
import type { Guide } from '../../services/app/guideTexts';
import type { Retention } from '../../services/app/retention';
import { ReportLink } from './ReportLink';
import { useScreenActor } from './system';
import { usePageHeading } from './usePageHeading';

/** Returns `/how-detection-works` in a language: for teachers, and for students and parents to whom they pass it on. */
export const guideScreen = (guide: Guide) => () => <HowDetectionWorksScreen {...guide} />;

function HowDetectionWorksScreen({ locale: { language, tag }, terms, words }: Guide) {
  const heading = usePageHeading(terms.howDetectionWorks);
  const retention = useRetention();
  const { detected, lesson, agents, told, seen, kept, hint } = words;
  const dateOf = (time: number) => new Intl.DateTimeFormat(tag, { dateStyle: 'long' }).format(time);
  return (
    <AuthLayout
      language={{ lang: language, dir: directionOf(language) }}
      title={terms.howDetectionWorks}
      headingRef={heading}
      lead={words.lead}
      pageFoot={<ReportLink />}
      footer={<TextLink to={paths.dashboard}>{words.home}</TextLink>}
    >
      <div className="flex flex-col gap-6">
        <nav aria-label={words.languages} className="flex flex-wrap gap-x-4 text-sm print:hidden">
          {languageCodes.map((code) => (
            <TextLink
              key={code}
              to={`${paths.howDetectionWorks}?language=${code}`}
              lang={code}
              aria-current={code === language ? 'page' : undefined}
            >
              {languages[code]}
            </TextLink>
          ))}
        </nav>
        <Part title={detected.title}>
          <p>{detected.text}</p>
          <Pairs pairs={kindsIn(terms)} />
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
          <ul className="flex list-disc flex-col gap-1 ps-5">
            {[told.starts, told.reported, told.readers, told.asked].map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
          <p>{told.more}</p>
        </Part>
        <Part title={seen.title}>
          <p>{seen.text}</p>
        </Part>
        <Part title={kept.title}>
          <Pairs
            pairs={[
              [kept.reports, reportsKept(kept, retention, dateOf)],
              [kept.reviews, kept.reviewsUntil],
              [kept.names, kept.namesUntil],
              [kept.looks, retention ? kept.looksUntil({ date: dateOf(retention.looksDeletedBy) }) : kept.looksUnknown],
            ]}
          />
          <p>{kept.more}</p>
        </Part>
        <Part title={hint.title}>
          <p>{hint.text}</p>
        </Part>
      </div>
    </AuthLayout>
  );
}

/** Not from the contract's list, which the public pages do without. */
const kindsIn = ({ kinds, meanings }: Guide['terms']): [name: string, meaning: string][] => {
  const names: Readonly<Record<string, string>> = kinds;
  return Object.entries(meanings).map(([kind, meaning]) => [names[kind] ?? kind, meaning]);
};

/** Returns when what is recorded today is deleted, once the server has said so. The document says nothing of it. */
function useRetention(): Retention | null {
  const asking = useScreenActor((system) =>
    fromPromise<Retention | null>(({ signal }) => system.fetchRetention(signal)),
  );
  const retention = useSelector(asking, ({ output }) => output ?? null);
  return useHydrated() ? retention : null;
}

function reportsKept(
  words: Guide['words']['kept'],
  retention: Retention | null,
  dateOf: (time: number) => string,
): string {
  if (retention === null) return words.reportsUnknown;
  return retention.deletedBy === null
    ? words.reportsUndated
    : words.reportsUntil({ date: dateOf(retention.deletedBy) });
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
