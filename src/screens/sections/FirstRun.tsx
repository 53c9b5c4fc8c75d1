import { ButtonLink } from '../../components/ButtonLink';
import { Card } from '../../components/Card';
import { classes } from '../../components/classes';
import { Icon } from '../../components/Icon';
import { TextLink } from '../../components/TextLink';
import type { FirstStep } from '../../machines/sections/firstRun';
import { messages } from '../../messages';
import { addStudentsPath, paths, sectionPath } from '../../paths';

const { firstRun: words } = messages;

const steps = ['create', 'addStudents', 'start'] as const;

/** What leads to a first lesson, shown until detection was started once. */
export function FirstRun({ first }: { first: FirstStep }) {
  const next = steps.indexOf(first.step);
  return (
    <Card title={words.title}>
      <ol className="grid gap-x-6 gap-y-5 sm:grid-cols-3">
        {steps.map((step, place) => (
          <li key={step} aria-current={place === next ? 'step' : undefined} className="flex gap-3">
            <span
              aria-hidden="true"
              className={classes(
                'flex size-8 shrink-0 items-center justify-center rounded-pill border text-sm font-semibold',
                place < next && 'border-transparent bg-green-soft text-green',
                place === next && 'border-primary bg-primary-soft text-ink',
                place > next && 'border-control text-muted',
              )}
            >
              {place < next ? <Icon name="check" /> : place + 1}
            </span>
            <div className="min-w-0">
              <h3 className={classes('pt-1 font-semibold', place > next && 'text-muted')}>
                <span>{words[step].title}</span>
                {place < next && <span className="sr-only">{` (${words.done})`}</span>}
              </h3>
              <p className="mt-1 text-sm text-muted">{words[step].hint}</p>
              {place === next && <Action first={first} />}
            </div>
          </li>
        ))}
      </ol>
      <p className="mt-3 text-sm">
        <TextLink to={paths.howDetectionWorks}>{messages.howDetectionWorks.title}</TextLink>
      </p>
    </Card>
  );
}

/** Leads to where the step is done. A section is created by the card below. */
function Action({ first }: { first: FirstStep }) {
  if (first.step === 'create') return null;
  const { step, section } = first;
  const to = step === 'addStudents' ? addStudentsPath(section.id) : sectionPath(section.id);
  return (
    <ButtonLink variant="primary" to={to} className="mt-3">
      {words[step].action}
    </ButtonLink>
  );
}
