import { useSelector } from '@xstate/react';
import { memo, useEffect } from 'react';
import type { SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { EmptyState } from '../../components/EmptyState';
import { NoticeRegion } from '../../components/NoticeRegion';
import { PageHeading } from '../../components/PageHeading';
import { SectionMark } from '../../components/SectionMark';
import { Bar, Skeleton } from '../../components/Skeleton';
import { StatusRegion } from '../../components/StatusRegion';
import { TileButton } from '../../components/TileButton';
import { TileLink } from '../../components/TileLink';
import { useGradually } from '../../components/useGradually';
import type { sessionMachine } from '../../machines/session/sessionMachine';
import { messages } from '../../messages';
import { sectionPath } from '../../paths';
import type { Section } from '../../services/types';
import { provideCreateSection } from '../../system/section/sectionForms';
import { AppFrame } from '../app/AppFrame';
import { useSession } from '../app/system';
import { useFormDialog } from '../app/useFormDialog';
import { usePageHeading } from '../app/usePageHeading';
import { SectionStatus } from '../section/SectionStatus';
import { CreateSectionDialog } from './CreateSectionDialog';

const { dashboard: words } = messages;

type Session = SnapshotFrom<typeof sessionMachine>;
const selectSections = ({ context }: Session) => context.sections;
const selectProblem = ({ context }: Session) => context.problem;
const isLoading = (session: Session) => session.matches({ list: 'loading' });

const none: readonly Section[] = [];

const tile = 'flex h-full flex-col gap-4 rounded-card border border-line bg-surface p-5 shadow-card';

/** `/dashboard`: the teacher's sections, and a card that creates a new one. */
export function DashboardScreen() {
  const heading = usePageHeading(words.title);
  const session = useSession();
  const sections = useSelector(session, selectSections);
  const problem = useSelector(session, selectProblem);
  const loading = useSelector(session, isLoading);
  const shown = useGradually(sections ?? none);
  useEffect(() => session.send({ type: 'sections.refresh' }), [session]);

  return (
    <AppFrame>
      <PageHeading ref={heading}>{words.title}</PageHeading>
      <NoticeRegion
        kind="error"
        action={
          <Button variant="secondary" onClick={() => session.send({ type: 'sections.refresh' })}>
            {words.retry}
          </Button>
        }
      >
        {problem?.sentence}
      </NoticeRegion>
      <ul aria-label={words.sections} className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <li>
          <CreateSection />
        </li>
        {loading && sections === null && (
          <li>
            <Skeleton label={words.loading} className={tile}>
              <Bar className="h-6 w-40" />
              <Bar className="h-20 w-28" />
            </Skeleton>
          </li>
        )}
        {shown.map((section) => (
          <SectionTile key={section.id} section={section} />
        ))}
      </ul>
      <StatusRegion>{sections?.length === 0 && <EmptyState icon="overview">{words.empty}</EmptyState>}</StatusRegion>
    </AppFrame>
  );
}

/** Separate from the sections, which need not re-render when the dialog opens. */
function CreateSection() {
  const { form, open } = useFormDialog(provideCreateSection);
  return (
    <>
      <TileButton title={words.createCard} hint={words.createCardHint} onClick={open} />
      <CreateSectionDialog form={form} />
    </>
  );
}

const SectionTile = memo(function SectionTile({ section }: { section: Section }) {
  const { id, name, subject, students } = section;
  return (
    <li className="offscreen-41">
      <TileLink to={sectionPath(id)} title={name} mark={<SectionMark id={id} />}>
        <p>{subject}</p>
        <p>{words.students(students.length)}</p>
        <SectionStatus sectionId={id} />
      </TileLink>
    </li>
  );
});
