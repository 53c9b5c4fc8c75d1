import { useSelector } from '@xstate/react';
import { memo, useCallback, useEffect, useState } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { ButtonLink } from '../../components/ButtonLink';
import { Card } from '../../components/Card';
import { Chip, ChipList } from '../../components/Chip';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { EmptyState } from '../../components/EmptyState';
import { ItemList } from '../../components/ItemList';
import { CheckItem, ListItem } from '../../components/ListItem';
import { NoticeRegion } from '../../components/NoticeRegion';
import { PageHeading } from '../../components/PageHeading';
import { SearchField } from '../../components/SearchField';
import { SectionMark } from '../../components/SectionMark';
import { SelectionBar } from '../../components/SelectionBar';
import { Spinner } from '../../components/Spinner';
import { useGradually } from '../../components/useGradually';
import { useKeptFocus } from '../../components/useKeptFocus';
import { pasteMachine } from '../../machines/roster/pasteMachine';
import {
  isBeingRemoved,
  rosterMachine,
  selectableOf,
  selectShown,
  shortfallOf,
  standingOf,
} from '../../machines/roster/rosterMachine';
import { studentEmailForm } from '../../machines/roster/studentEmailForm';
import { identityOf } from '../../machines/students/identity';
import { createNameBook, distinctionOf, type Namesakes, namedApart } from '../../machines/students/namesakes';
import { isFullTeacher } from '../../machines/students/sharing';
import { messages } from '../../messages';
import { sectionPath, studentRecordPath } from '../../paths';
import type { Section, Student } from '../../services/app/types';
import { useActionVariant } from '../app/firstAction';
import { useProjectorMode, useScreenActor, useSystem } from '../app/system';
import { useFormDialog } from '../app/useFormDialog';
import { usePageHeading } from '../app/usePageHeading';
import { useStable } from '../app/useStable';
import { Badges } from '../attendance/Badges';
import { useSectionPage } from '../triage/sectionPage';
import { studentItem } from '../triage/studentItem';
import { PasteDialog } from './PasteDialog';
import { StudentEmailDialog } from './StudentEmailDialog';

const { roster: words, section: sectionWords, paste: pasteWords } = messages;

type RosterSnapshot = SnapshotFrom<typeof rosterMachine>;
const isSearching = (roster: RosterSnapshot) => roster.matches({ search: 'searching' });
const isFound = (roster: RosterSnapshot) => roster.matches({ search: 'found' });
const selectSearchProblem = ({ context }: RosterSnapshot) => context.searchProblem;
const selectNobodyFound = (roster: RosterSnapshot) =>
  roster.matches({ search: 'nobodyFound' }) && words.nobodyFound(roster.context.query.trim());
const selectResults = ({ context }: RosterSnapshot) => context.results;
const selectFound = ({ context }: RosterSnapshot) => selectShown(context);
const canSelectShown = (roster: RosterSnapshot) =>
  selectableOf(roster.context, roster.context.results).length > 0 &&
  roster.can({ type: 'students.select', students: roster.context.results });
const selectStudents = ({ context }: RosterSnapshot) => context.students;
const selectSelected = ({ context }: RosterSnapshot) => context.selected;
const selectShortfall = ({ context }: RosterSnapshot) => shortfallOf(context);
const selectLeaving = ({ context }: RosterSnapshot) => context.leaving;
const isAdding = (roster: RosterSnapshot) => roster.matches({ selection: 'adding' });
const isAsking = (roster: RosterSnapshot) => !roster.matches({ removal: 'none' });
const isRemoving = (roster: RosterSnapshot) => roster.matches({ removal: 'removing' });

type RosterProps = {
  roster: ActorRefFrom<typeof rosterMachine>;
  /** Namesakes among all listed students. */
  namesakes: Namesakes;
};

/** Returns a student's name for a control's label, which lacks the email beside it. */
const apart = (student: Student, namesakes: Namesakes) => namedApart(student.name, distinctionOf(student, namesakes));

/** `/sections/{sectionId}/add-students`: Manage Students. */
export function AddStudentsScreen() {
  const { section } = useSectionPage();
  const heading = usePageHeading(words.title);
  const projecting = useProjectorMode();

  return (
    <>
      <PageHeading
        ref={heading}
        mark={<SectionMark id={section.id} />}
        lead={<span className="wrap-anywhere">{section.name}</span>}
        actions={<ButtonLink to={sectionPath(section.id)}>{words.backToSection}</ButtonLink>}
      >
        {words.title}
      </PageHeading>
      {section.shared && !isFullTeacher(section) ? (
        <EmptyState icon="students">{messages.shared.students(section.shared.owner)}</EmptyState>
      ) : projecting ? (
        <EmptyState icon="eyeOff">{messages.projector.roster}</EmptyState>
      ) : (
        <Roster section={section} />
      )}
    </>
  );
}

/** @param section without a cover: students are added and removed by email */
function Roster({ section }: { section: Section }) {
  const { drafts } = useSystem();
  const [before] = useState(drafts.own);
  const roster = useScreenActor(rosterMachine, {
    input: { section, selected: before.selections.get(section.id) ?? [] },
  });
  const paste = useScreenActor(pasteMachine, { input: { section } });
  const selected = useSelector(roster, selectSelected);
  useEffect(() => void drafts.own().selections.set(section.id, selected), [drafts, section.id, selected]);
  // Continues with the list that was typed before.
  useEffect(() => {
    if (before.lists.get(section.id)?.isOpen) paste.send({ type: 'paste.open' });
  }, [before, paste, section.id]);
  const [namesakesIn] = useState(createNameBook);
  const namesakes = useSelector(roster, ({ context: { students, results, selected } }) => {
    namesakesIn(students);
    namesakesIn(results);
    return namesakesIn(selected);
  });
  return (
    <>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card
          title={words.addTitle}
          actions={
            <Button variant="secondary" onClick={() => paste.send({ type: 'paste.open' })}>
              {pasteWords.open}
            </Button>
          }
        >
          <div className="flex flex-col gap-5">
            <SearchField
              label={words.search}
              name="q"
              hint={words.searchHint}
              onInput={(event) => roster.send({ type: 'query.change', query: event.currentTarget.value })}
            />
            <SearchResults roster={roster} namesakes={namesakes} takesNames={section.takesNames === true} />
          </div>
        </Card>
        <CurrentStudents roster={roster} namesakes={namesakes} sectionId={section.id} />
      </div>
      {section.attendable === true && <Badges section={section} />}
      <Selection roster={roster} namesakes={namesakes} />
      <PasteDialog paste={paste} roster={roster} sectionId={section.id} />
    </>
  );
}

/** The result of the search, below its field. */
function SearchResults({ roster, namesakes, takesNames }: RosterProps & { takesNames: boolean }) {
  const problem = useSelector(roster, selectSearchProblem);
  const searching = useSelector(roster, isSearching);
  const found = useSelector(roster, isFound);
  const nobodyFound = useSelector(roster, selectNobodyFound);
  const results = useSelector(roster, selectResults);
  const shown = useSelector(roster, selectFound);
  const selectable = useSelector(roster, canSelectShown);
  return (
    <>
      <NoticeRegion kind="error">{problem?.sentence}</NoticeRegion>
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <div role="status">
          {searching && (
            <p className="flex items-center gap-3 text-sm text-muted">
              <Spinner />
              <span>{words.searching}</span>
            </p>
          )}
          {nobodyFound && (
            <>
              <p className="text-sm">{nobodyFound}</p>
              <p className="text-sm text-muted">{takesNames ? words.nobodyFoundButMayAdd : words.nobodyFoundHint}</p>
            </>
          )}
          {found && <p className="text-sm text-muted">{shown}</p>}
        </div>
        {found && (
          <Button
            variant="secondary"
            aria-disabled={!selectable}
            onClick={() => roster.send({ type: 'students.select', students: results })}
          >
            {words.selectShown(results.length)}
          </Button>
        )}
      </div>
      <FoundStudents roster={roster} namesakes={namesakes} />
    </>
  );
}

/** Separate, so that the field does not wait for a long list. Its visible part renders first. */
const FoundStudents = memo(function FoundStudents({ roster, namesakes }: RosterProps) {
  const shown = useGradually(useSelector(roster, selectResults));
  return shown.length > 0 && <Results roster={roster} namesakes={namesakes} students={shown} />;
});

type ResultsProps = RosterProps & { students: readonly Student[] };

const Results = memo(function Results({ roster, namesakes, students }: ResultsProps) {
  const show = useCallback(
    (student: Student) => <Result key={student.id} roster={roster} namesakes={namesakes} student={student} />,
    [roster, namesakes],
  );
  return <ItemList label={words.results} items={students} show={show} />;
});

type StudentProps = RosterProps & { student: Student };
type CurrentStudentProps = StudentProps & { sectionId: string; onGiveEmail: (student: Student) => void };

/** A student who was found. Re-renders only when their own selection changes. */
const Result = memo(function Result({ roster, namesakes, student }: StudentProps) {
  const standing = useSelector(roster, ({ context }) => standingOf(context, student));
  const adding = useSelector(roster, isAdding);
  return (
    <CheckItem
      name={student.name}
      detail={student.email || words.noEmail}
      label={words.selectName(apart(student, namesakes))}
      checked={standing !== 'selectable'}
      inert={standing === 'enrolled' || adding}
      onToggle={() => roster.send({ type: standing === 'selected' ? 'student.unselect' : 'student.select', student })}
      badge={standing === 'enrolled' && <span className="shrink-0 text-xs text-green">{words.enrolled}</span>}
    />
  );
});

/** The section's students, each with a remove button. Those made from names can be given an email. */
function CurrentStudents({ roster, namesakes, sectionId }: RosterProps & { sectionId: string }) {
  const students = useSelector(roster, selectStudents);
  const shown = useGradually(students);
  const { region, settle } = useKeptFocus<HTMLElement>();
  const { form, open } = useFormDialog(studentEmailForm);
  const [addressee, setAddressee] = useState<Student | null>(null);
  const giveEmail = useStable((student: Student) => {
    setAddressee(student);
    open();
  });
  const show = useCallback(
    (student: Student) => (
      <CurrentStudent
        key={student.id}
        roster={roster}
        namesakes={namesakes}
        student={student}
        onGiveEmail={giveEmail}
        sectionId={sectionId}
      />
    ),
    [roster, namesakes, giveEmail, sectionId],
  );
  return (
    <>
      <Card {...region} title={words.current(students.length)}>
        {students.length === 0 ? (
          <EmptyState icon="students">{sectionWords.noStudents}</EmptyState>
        ) : (
          <ItemList label={words.current(students.length)} items={shown} show={show} />
        )}
      </Card>
      <RemovalDialog roster={roster} onClosed={settle} />
      <StudentEmailDialog sectionId={sectionId} student={addressee} form={form} onClosed={settle} />
    </>
  );
}

const CurrentStudent = memo(function CurrentStudent({
  roster,
  namesakes,
  student,
  sectionId,
  onGiveEmail,
}: CurrentStudentProps) {
  const { name, email } = student;
  const removing = useSelector(roster, ({ context }) => isBeingRemoved(context, student));
  return (
    <ListItem
      name={name}
      detail={email || words.noEmail}
      to={studentRecordPath(sectionId, student.id)}
      action={
        // Side by side they would cut off a name on a phone.
        <span className="flex shrink-0 max-wide:flex-col max-wide:items-end">
          {(student.handle !== undefined || student.emailGiven) && (
            <Button
              variant="quiet"
              aria-label={(email === '' ? words.addEmailOf : words.changeEmailOf)(apart(student, namesakes))}
              onClick={() => onGiveEmail(student)}
            >
              {email === '' ? words.addEmail : words.changeEmail}
            </Button>
          )}
          <Button
            variant="quiet"
            aria-label={words.removeName(apart(student, namesakes))}
            title={email}
            busy={removing}
            onClick={() => roster.send({ type: 'remove.open', student })}
          >
            {words.remove}
          </Button>
        </span>
      }
    />
  );
});

/** The students to add. */
function Selection({ roster, namesakes }: RosterProps) {
  const selected = useSelector(roster, selectSelected);
  const adding = useSelector(roster, isAdding);
  const shortfall = useSelector(roster, selectShortfall);
  const variant = useActionVariant('save', selected.length > 0);
  const { region } = useKeptFocus<HTMLElement>();
  return (
    <SelectionBar
      {...region}
      title={words.selection(selected.length)}
      isEmpty={selected.length === 0}
      notice={<NoticeRegion kind="error">{shortfall}</NoticeRegion>}
      action={
        <Button
          variant={variant}
          busy={adding}
          aria-disabled={selected.length === 0}
          onClick={() => roster.send({ type: 'add.submit' })}
        >
          {adding ? words.adding : words.add}
        </Button>
      }
    >
      {selected.length === 0 ? (
        <p className="text-sm text-muted">{words.nobodySelected}</p>
      ) : (
        <ChipList label={words.selection(selected.length)}>
          {selected.map((student) => (
            <Chip
              key={identityOf(student)}
              name={apart(student, namesakes)}
              detail={student.email || (student.id === '' ? words.isNew : words.noEmail)}
              removeLabel={words.unselect(apart(student, namesakes))}
              inert={adding}
              onRemove={() => roster.send({ type: 'student.unselect', student })}
            />
          ))}
        </ChipList>
      )}
    </SelectionBar>
  );
}

/** Confirms the removal of a student (section 5). */
function RemovalDialog({ roster, onClosed }: Pick<RosterProps, 'roster'> & { onClosed: () => void }) {
  const asking = useSelector(roster, isAsking);
  const removing = useSelector(roster, isRemoving);
  const leaving = useSelector(roster, selectLeaving);
  return (
    <ConfirmDialog
      open={asking}
      title={words.confirmTitle}
      onClosed={onClosed}
      cancel={words.cancel}
      onCancel={() => roster.send({ type: 'remove.cancel' })}
      confirm={removing ? words.removing : words.remove}
      onConfirm={() => roster.send({ type: 'remove.confirm' })}
      busy={removing}
    >
      <p className="mb-3">{words.confirm}</p>
      {leaving && <ItemList label={words.confirmTitle} items={[leaving]} show={studentItem} />}
    </ConfirmDialog>
  );
}
