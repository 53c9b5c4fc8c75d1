import { useSelector } from '@xstate/react';
import { memo, type ReactNode, useState } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { ActionRow } from '../../components/ActionRow';
import { Button } from '../../components/Button';
import { Dialog } from '../../components/Dialog';
import { Field } from '../../components/Field';
import { FileDrop } from '../../components/FileDrop';
import { Form } from '../../components/Form';
import { ItemList } from '../../components/ItemList';
import { NoticeRegion } from '../../components/NoticeRegion';
import { Select } from '../../components/Select';
import { TextAreaField } from '../../components/TextAreaField';
import { useKeptFocus } from '../../components/useKeptFocus';
import { MAX_STUDENT_NAME_LENGTH } from '../../constants';
import { lineOf, type PastedPerson, readList } from '../../machines/roster/pastedList';
import {
  linesOf,
  newcomerBeside,
  type PasteContext,
  type pasteMachine,
  selectAll,
  selectChecked,
  selectFailed,
  selectFound,
  selectFoundByName,
  selectFoundCount,
  selectFreshCount,
  selectLeft,
  selectMissing,
  selectNewcomers,
  selectSeveral,
} from '../../machines/roster/pasteMachine';
import { addableOf, type RosterContext, type rosterMachine, standingOf } from '../../machines/roster/rosterMachine';
import { identityOf } from '../../machines/students/identity';
import { messages } from '../../messages';
import type { Student } from '../../services/app/types';
import { ProblemText } from '../app/ProblemText';
import { useSystem } from '../app/system';
import { studentItem } from '../triage/studentItem';

const { paste: words } = messages;

/** The choice of nobody who is known. */
const SOMEONE_NEW = 'new';
/** Rows of a group that are shown before it is unfolded. */
const FOLDED_ROWS = 6;

type Paste = SnapshotFrom<typeof pasteMachine>;
const selectContext = ({ context }: Paste) => context;
const isOpen = (paste: Paste) => paste.matches('open');
const isReading = (paste: Paste) => paste.matches({ open: 'reading' });
const isChecking = (paste: Paste) => paste.matches({ open: 'checking' });
const isReviewed = (paste: Paste) => paste.matches({ open: 'reviewed' });

type PasteDialogProps = {
  paste: ActorRefFrom<typeof pasteMachine>;
  roster: ActorRefFrom<typeof rosterMachine>;
  sectionId: string;
};

/** A list that is pasted, typed or dropped, then looked up and reviewed before students are added. */
export function PasteDialog({ paste, roster, sectionId }: PasteDialogProps) {
  const { drafts } = useSystem();
  const open = useSelector(paste, isOpen);
  // A typed list is there again at the next opening.
  const close = () => {
    const { lists } = drafts.own();
    const kept = lists.get(sectionId);
    if (kept) lists.set(sectionId, { ...kept, isOpen: false });
    paste.send({ type: 'paste.close' });
  };
  return (
    <Dialog open={open} title={words.title} onClose={close}>
      <PastedList paste={paste} roster={roster} sectionId={sectionId} onClose={close} />
    </Dialog>
  );
}

function PastedList({ paste, roster, sectionId, onClose }: PasteDialogProps & { onClose: () => void }) {
  const { drafts } = useSystem();
  const context = useSelector(paste, selectContext);
  const reading = useSelector(paste, isReading);
  const checking = useSelector(paste, isChecking);
  const reviewed = useSelector(paste, isReviewed);
  const rosterContext = useSelector(roster, (state) => state.context);
  const addable = addableOf(rosterContext, selectAll(context));
  // Not during another addition.
  const canAdd = useSelector(roster, (state) => state.can({ type: 'students.add', students: addable }));
  const { region } = useKeptFocus<HTMLDivElement>();
  const { problem, lookups } = context;
  const add = () => {
    roster.send({ type: 'students.add', students: addable });
    drafts.own().lists.delete(sectionId);
    onClose();
  };
  const left = selectLeft(context);

  return (
    // As tall in each step: the buttons must not move away from under the pointer, leaving the backdrop there.
    <div {...region} className="*:min-h-108">
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          const list = new FormData(event.currentTarget).get('list');
          // Enter in the field of a name.
          if (reviewed && canAdd) add();
          else if (!reviewed) paste.send({ type: 'list.submit', list: readList(String(list)) });
        }}
      >
        <NoticeRegion kind="error">{problem && <ProblemText {...problem} />}</NoticeRegion>
        {!checking && !reviewed && (
          <FileDrop
            label={words.chooseFile}
            accept=".csv,.txt,text/csv,text/plain"
            onFile={(file) => paste.send({ type: 'file.choose', file })}
          >
            <TextAreaField
              label={words.list}
              hint={words.hint}
              name="list"
              rows={8}
              defaultValue={context.list.text || drafts.own().lists.get(sectionId)?.text}
              onChange={({ target }) => drafts.own().lists.set(sectionId, { text: target.value, isOpen: true })}
              data-autofocus
            />
          </FileDrop>
        )}
        <div role="status" className={reading || checking || reviewed ? undefined : 'absolute'}>
          {reading && <p>{words.reading}</p>}
          {(checking || reviewed) && (
            <h3 tabIndex={-1} className="font-semibold">
              {checking ? words.checking(lookups.length) : reviewedText(context)}
            </h3>
          )}
        </div>
        {checking && <Progress checked={selectChecked(context)} count={lookups.length} />}
        {reviewed && <Review paste={paste} context={context} roster={rosterContext} />}
        {/* Long lists leave its buttons in sight. */}
        <div className="-mx-1 mt-auto bg-surface px-1 py-3 tall:sticky tall:bottom-0">
          {reviewed && left > 0 && <p className="mb-2 text-sm text-muted">{words.left(left)}</p>}
          <ActionRow>
            {/* Keyed, so that a double click does not press the next button in its place. */}
            <Button
              key={reviewed ? 'edit' : 'close'}
              variant="secondary"
              onClick={reviewed ? () => paste.send({ type: 'list.edit' }) : onClose}
            >
              {reviewed ? words.edit : words.close}
            </Button>
            {reviewed ? (
              <Button key="add" className="press-delay" aria-disabled={!canAdd} onClick={add}>
                {words.add(addable.length, addable.filter(({ id }) => id === '').length)}
              </Button>
            ) : (
              <Button key="check" type="submit" busy={reading || checking}>
                {words.check}
              </Button>
            )}
          </ActionRow>
        </div>
      </Form>
    </div>
  );
}

const reviewedText = (context: PasteContext) =>
  words.reviewed(selectFoundCount(context), selectFreshCount(context), context.lookups.length);

function Progress({ checked, count }: { checked: number; count: number }) {
  const text = words.progress(checked, count);
  return (
    <div className="flex flex-col gap-2">
      <progress aria-label={text} value={checked} max={count} className="w-full accent-primary" />
      <p className="text-sm text-muted">{text}</p>
    </div>
  );
}

type ReviewProps = { paste: PasteDialogProps['paste']; context: PasteContext; roster: RosterContext };

/** Each person of the list, by what became of them. What needs the teacher comes first. */
function Review({ paste, context, roster }: ReviewProps) {
  const isEnrolled = (student: Student) => standingOf(roster, student) === 'enrolled';
  const found = selectFound(context);
  const byName = new Set(selectFoundByName(context));
  const missing = selectMissing(context);
  const mayAdd = context.takesNames && context.mayAdd;
  const failed = selectFailed(context);
  const { heading, repeated, unread } = context.list;
  return (
    <>
      <Newcomers paste={paste} context={context} />
      <Several paste={paste} context={context} isEnrolled={isEnrolled} />
      {failed.length > 0 && (
        <div className="flex flex-col items-start gap-3">
          <Lines label={words.failed(failed.length)} hint={words.failedHint} lines={linesOf(failed)} />
          <Button variant="secondary" onClick={() => paste.send({ type: 'lookups.retry' })}>
            {words.retry}
          </Button>
        </div>
      )}
      {missing.length > 0 && (
        <Lines
          label={words.missing(missing.length)}
          hint={mayAdd ? words.incompleteHint : words.missingHint}
          lines={linesOf(missing)}
        />
      )}
      <People
        title={words.foundByName}
        hint={context.takesNames ? `${words.foundByNameHint} ${words.numberHint}` : words.foundByNameHint}
        students={[...byName].filter((student) => !isEnrolled(student))}
      />
      <People title={words.found} students={found.filter((student) => !byName.has(student) && !isEnrolled(student))} />
      <People title={words.enrolled} students={found.filter(isEnrolled)} />
      {repeated.length > 0 && (
        <Lines
          label={words.repeated(repeated.length)}
          {...(context.takesNames && { hint: words.numberHint })}
          lines={repeated.join('\n')}
        />
      )}
      {unread.length > 0 && <Lines label={words.unread(unread.length)} lines={unread.join('\n')} />}
      {heading !== '' && <p className="text-sm wrap-anywhere text-muted">{words.heading(heading)}</p>}
    </>
  );
}

/** Lines of the list, which can be copied. */
function Lines({ label, hint, lines }: { label: string; hint?: string; lines: string }) {
  const rows = Math.min(4, lines.split('\n').length);
  return (
    <TextAreaField label={label} {...(hint !== undefined && { hint })} readOnly wrap="off" rows={rows} value={lines} />
  );
}

/** People who would be new. Names that the list lacks are asked for. */
function Newcomers({ paste, context }: Pick<ReviewProps, 'paste' | 'context'>) {
  const newcomers = selectNewcomers(context);
  const withEmail = newcomers.filter(({ email }) => email !== '');
  const named = newcomers.filter(({ email }) => email === '');
  const unnamed = withEmail.filter(({ name }) => name === '');
  return (
    <>
      <NewPeople title={words.newcomers} hint={words.newcomersHint} people={withEmail}>
        {unnamed.length > 0 && (
          <div className="flex flex-col gap-4">
            <p className="text-sm text-muted">{words.unnamedHint}</p>
            {unnamed.map(({ key, email }) => (
              <NameField key={key} paste={paste} id={key} email={email} name={context.names[key] ?? ''} />
            ))}
          </div>
        )}
      </NewPeople>
      <NewPeople title={words.newNames} hint={words.newNamesHint} people={named} />
    </>
  );
}

type NewPeopleProps = { title: (count: number) => string; hint: string; people: PastedPerson[]; children?: ReactNode };

function NewPeople({ title, hint, people, children }: NewPeopleProps) {
  if (people.length === 0) return null;
  const listed = people.filter(({ name }) => name !== '');
  return (
    <Group title={title(people.length)} hint={hint}>
      {listed.length > 0 && (
        <Folding
          label={title(listed.length)}
          students={listed.map(({ key, name, email, apart = '' }) => ({ id: key, name, email: email || apart }))}
        />
      )}
      {children}
    </Group>
  );
}

type NameFieldProps = { paste: ReviewProps['paste']; id: string; email: string; name: string };

/** Re-renders only when its own name changes: there may be hundreds. */
const NameField = memo(function NameField({ paste, id, email, name }: NameFieldProps) {
  return (
    <Field
      label={words.nameOf(email)}
      name={`name of ${id}`}
      autoComplete="off"
      maxLength={MAX_STUDENT_NAME_LENGTH}
      value={name}
      onChange={({ currentTarget }) => paste.send({ type: 'name.change', key: id, name: currentTarget.value })}
    />
  );
});

/** Names that several students may have, each with its candidates. */
function Several({
  paste,
  context,
  isEnrolled,
}: Omit<ReviewProps, 'roster'> & { isEnrolled: (one: Student) => boolean }) {
  const several = selectSeveral(context);
  if (several.length === 0) return null;
  return (
    <Group title={words.several(several.length)} hint={words.severalHint}>
      {several.map(({ key, name, email, apart, students, chosen }) => (
        <Select
          key={key}
          label={apart === undefined ? lineOf({ name, email }) : `${lineOf({ name, email })} · ${apart}`}
          name={`student for ${key}`}
          value={chosen === null ? '' : chosen.id || SOMEONE_NEW}
          options={[
            { value: '', label: words.nobody },
            ...(context.takesNames && email === ''
              ? [{ value: SOMEONE_NEW, label: words.someoneNew(newcomerBeside(name, students).name) }]
              : []),
            ...students.map((student) => ({
              value: student.id,
              label: words.candidate(student.name, student.email, isEnrolled(student)),
            })),
          ]}
          onChange={({ currentTarget: { value } }) =>
            paste.send({
              type: 'student.choose',
              key,
              student:
                value === SOMEONE_NEW
                  ? newcomerBeside(name, students)
                  : (students.find(({ id }) => id === value) ?? null),
            })
          }
        />
      ))}
    </Group>
  );
}

function Group({ title, hint, children }: { title: string; hint?: string | undefined; children: ReactNode }) {
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <div>
        <h4 className="text-sm font-semibold">{title}</h4>
        {hint !== undefined && <p className="text-sm text-muted">{hint}</p>}
      </div>
      {children}
    </section>
  );
}

type PeopleProps = { title: (count: number) => string; hint?: string; students: Student[] };

function People({ title, hint, students }: PeopleProps) {
  if (students.length === 0) return null;
  // A list may name a student in two ways.
  const once = [...new Map(students.map((student) => [identityOf(student), student])).values()];
  const text = title(once.length);
  return (
    <Group title={text} hint={hint}>
      <Folding label={text} students={once} />
    </Group>
  );
}

/** A list that shows its first rows, and how many there are in all. */
function Folding({ label, students }: { label: string; students: Student[] }) {
  const [isUnfolded, unfold] = useState(false);
  const shown = isUnfolded ? students : students.slice(0, FOLDED_ROWS);
  return (
    <div className="flex flex-col items-start gap-2">
      <div className="w-full">
        <ItemList label={label} items={shown} show={studentItem} />
      </div>
      {students.length > FOLDED_ROWS && (
        <Button variant="quiet" className="-ml-4.5" aria-expanded={isUnfolded} onClick={() => unfold(!isUnfolded)}>
          {isUnfolded ? words.showFewer : words.showAll(students.length)}
        </Button>
      )}
    </div>
  );
}
