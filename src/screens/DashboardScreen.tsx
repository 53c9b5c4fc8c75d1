import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import { Button } from '../components/Button';
import { EmptyState } from '../components/EmptyState';
import { LoadingText } from '../components/LoadingText';
import { NoticeRegion } from '../components/NoticeRegion';
import { PageHeading } from '../components/PageHeading';
import { TileButton } from '../components/TileButton';
import { TileLink } from '../components/TileLink';
import type { sectionsMachine } from '../machines/sectionsMachine';
import { messages } from '../messages';
import { sectionPath } from '../paths';
import { provideSections } from '../system/sectionsSystem';
import { AppFrame } from './parts/AppFrame';
import { CreateSectionDialog } from './parts/CreateSectionDialog';
import { useScreenActor, useSystem } from './parts/system';
import { usePageHeading } from './parts/usePageHeading';

const { dashboard: words } = messages;

type Sections = SnapshotFrom<typeof sectionsMachine>;
const selectSections = ({ context }: Sections) => context.sections;
const selectProblem = ({ context }: Sections) => context.problem;
const isLoading = (sections: Sections) => sections.matches({ list: 'loading' });
const isEmpty = (sections: Sections) => sections.matches({ list: 'empty' });
const hasFailed = (sections: Sections) => sections.matches({ list: 'failed' });
const selectForm = ({ children }: Sections) => children.createSection;

/** `/dashboard`: the teacher's sections, and the way to a new one. */
export function DashboardScreen() {
  const heading = usePageHeading(words.title);
  const actor = useScreenActor(provideSections(useSystem()));
  const sections = useSelector(actor, selectSections);
  const problem = useSelector(actor, selectProblem);
  const loading = useSelector(actor, isLoading);
  const empty = useSelector(actor, isEmpty);
  const failed = useSelector(actor, hasFailed);
  const form = useSelector(actor, selectForm);

  return (
    <AppFrame>
      <PageHeading ref={heading}>{words.title}</PageHeading>
      <NoticeRegion
        kind="error"
        action={
          <Button variant="secondary" onClick={() => actor.send({ type: 'sections.retry' })}>
            {words.retry}
          </Button>
        }
      >
        {failed && problem?.sentence}
      </NoticeRegion>
      <ul aria-label={words.sections} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        <li>
          <TileButton
            title={words.createCard}
            hint={words.createCardHint}
            onClick={() => actor.send({ type: 'modal.open' })}
          />
        </li>
        {sections.map(({ id, name, subject, students }) => (
          <li key={id}>
            <TileLink to={sectionPath(id)} title={name}>
              <p>{subject}</p>
              <p>{words.students(students.length)}</p>
            </TileLink>
          </li>
        ))}
      </ul>
      {loading && sections.length === 0 && <LoadingText>{words.loading}</LoadingText>}
      {empty && <EmptyState icon="overview">{words.empty}</EmptyState>}
      <CreateSectionDialog form={form} onClose={() => actor.send({ type: 'modal.close' })} />
    </AppFrame>
  );
}
