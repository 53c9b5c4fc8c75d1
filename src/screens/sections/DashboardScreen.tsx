import { useSelector } from '@xstate/react';
import { memo, useEffect, useMemo, useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { NoticeRegion } from '../../components/NoticeRegion';
import { PageHeading } from '../../components/PageHeading';
import { SearchField } from '../../components/SearchField';
import { SectionMark } from '../../components/SectionMark';
import { Bar, Skeleton } from '../../components/Skeleton';
import { StatusRegion } from '../../components/StatusRegion';
import { TileLink } from '../../components/TileLink';
import { Truncated } from '../../components/Truncated';
import { useGradually } from '../../components/useGradually';
import { SEARCHED_SECTION_COUNT, SETTLED_SECTION_COUNT } from '../../constants';
import { createFinder } from '../../machines/sections/findSections';
import { firstStepOf } from '../../machines/sections/firstRun';
import { type Usual, usualSection } from '../../machines/sections/usual';
import type { sessionMachine } from '../../machines/session/sessionMachine';
import { nameOf } from '../../machines/students/namesakes';
import { messages } from '../../messages';
import { sectionPath } from '../../paths';
import type { Section } from '../../services/app/types';
import { useTitleCount } from '../app/pageTitle';
import { StillRows } from '../app/StillRows';
import { useIsProjecting, useSession } from '../app/system';
import { useHeld } from '../app/useHeld';
import { usePageHeading } from '../app/usePageHeading';
import { useTime } from '../app/useTime';
import { AppFrame } from '../session/AppFrame';
import { sharedWords } from '../students/sharedWords';
import { CreateButton, CreateCard, CreateSection } from './CreateSection';
import { FirstRun } from './FirstRun';
import { GoOn } from './GoOn';
import { RunningNow, runningPlace } from './RunningNow';
import { SectionStatus } from './SectionStatus';
import { useRunning } from './useRunning';

const { dashboard: words } = messages;

type Session = SnapshotFrom<typeof sessionMachine>;
const selectSections = ({ context }: Session) => context.sections;
const selectProblem = ({ context }: Session) => context.problem;
const isLoading = (session: Session) => session.matches({ list: 'loading' });

const none: readonly Section[] = [];

/** Wide enough for a status with the reason why nothing watches. */
const grid = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,21rem),1fr))] gap-4';

/** `/dashboard`: what runs, and the teacher's sections. */
export function DashboardScreen() {
  return (
    <AppFrame>
      <CreateSection>
        <Sections />
      </CreateSection>
    </AppFrame>
  );
}

function Sections() {
  const heading = usePageHeading(words.title);
  const session = useSession();
  const sections = useSelector(session, selectSections);
  const problem = useSelector(session, selectProblem);
  const loading = useSelector(session, isLoading);
  const running = useRunning();
  const all = sections ?? none;
  const { found, shown, text, search } = useSearch(all);
  const first = sections && firstStepOf(sections, running.hasRun);
  const usual = useUsual(all, running.areStill);
  const isLoud = first === null && usual === null && running.ids.length === 0 && all.length < SETTLED_SECTION_COUNT;
  useTitleCount(running.count);
  useEffect(() => session.send({ type: 'sections.refresh' }), [session]);

  return (
    <>
      <PageHeading ref={heading} actions={sections?.length === 0 ? undefined : <CreateButton mayBeFirst={isLoud} />}>
        {words.title}
      </PageHeading>
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
      {sections && <GoOn sections={sections} />}
      {loading && sections === null && <SectionsSkeleton />}
      <StillRows onTouch={running.touch} className="flex flex-col gap-6">
        {first && <FirstRun first={first} />}
        {sections && first === null && (
          <RunningNow
            sections={all.filter(({ id }) => running.ids.includes(id))}
            isSure={running.isSure}
            usual={running.isSure ? usual : null}
          />
        )}
        <div className="flex flex-col gap-3">
          {all.length > 0 && (
            <div className="flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-2">
              <h2 className="text-lg font-semibold tracking-tight">{words.sections}</h2>
              {search}
            </div>
          )}
          <StatusRegion>
            {sections?.length === 0 ? (
              <p className="text-muted">{words.empty}</p>
            ) : (
              all.length > 0 && found.length === 0 && <p className="text-muted">{words.noneFound(text)}</p>
            )}
          </StatusRegion>
          {sections && (
            <ul aria-label={words.sections} className={grid}>
              {sections.length === 0 && (
                <li>
                  <CreateCard />
                </li>
              )}
              {shown.map(({ section, students }) => (
                <SectionTile key={section.id} section={section} students={students.map(nameOf).join(', ')} />
              ))}
            </ul>
          )}
        </div>
      </StillRows>
    </>
  );
}

/** Returns the section to start now. It stays while the teacher is about to press. */
function useUsual(sections: readonly Section[], areStill: boolean): Usual | null {
  const minute = useTime(({ now }) => Math.floor(now / 60_000));
  const found = useMemo(() => ({ usual: usualSection(sections, minute * 60_000) }), [sections, minute]);
  return (useHeld(found, areStill) ?? found).usual;
}

/** Finds sections among many, by a student's name too unless names are hidden. */
function useSearch(all: readonly Section[]) {
  const [typed, setTyped] = useState('');
  const projecting = useIsProjecting();
  const isSearched = all.length >= SEARCHED_SECTION_COUNT;
  const text = isSearched ? typed.trim() : '';
  const find = useMemo(() => createFinder(all, !projecting), [all, projecting]);
  const found = useMemo(() => find(text), [find, text]);
  const label = projecting ? words.searchSections : words.search;
  const search = isSearched && (
    <div className="w-full sm:w-72">
      <SearchField
        label={label}
        isLabelHidden
        placeholder={label}
        name="sections"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </div>
  );
  return { found, shown: useGradually(found), text, search };
}

/** What runs, and a row of cards. */
function SectionsSkeleton() {
  return (
    <Skeleton label={words.loading} className="flex flex-col gap-6">
      <div className="flex flex-col gap-3">
        <Bar className="h-6.5 w-32" />
        <div className={runningPlace} />
      </div>
      <div className="flex flex-col gap-3">
        <div className="flex min-h-11 items-center">
          <Bar className="h-6.5 w-36" />
        </div>
        <div className={grid}>
          {['first', 'second', 'third'].map((name) => (
            <div key={name} className="h-47 rounded-card border border-line bg-surface shadow-card" />
          ))}
        </div>
      </div>
    </Skeleton>
  );
}

type SectionTileProps = {
  section: Section;
  /** The students that the search has found, if they are why the section was. */
  students: string;
};

const SectionTile = memo(function SectionTile({ section, students: found }: SectionTileProps) {
  const { id, name, subject, students, shared } = section;
  return (
    <li className="offscreen-47 min-w-0">
      <TileLink to={sectionPath(id)} title={name} mark={<SectionMark id={id} />} lead={subject}>
        {shared && <p className="text-sm">{sharedWords(shared)}</p>}
        {found === '' ? <p>{words.students(students.length)}</p> : <Truncated className="block">{found}</Truncated>}
        <div className="mt-2">
          <SectionStatus sectionId={id} />
        </div>
      </TileLink>
    </li>
  );
});
