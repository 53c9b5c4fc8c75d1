import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { ActionRow } from '../../components/ActionRow';
import { Button } from '../../components/Button';
import { Dialog } from '../../components/Dialog';
import { FileDrop } from '../../components/FileDrop';
import { Form } from '../../components/Form';
import { ItemList } from '../../components/ItemList';
import { NoticeRegion } from '../../components/NoticeRegion';
import { TextAreaField } from '../../components/TextAreaField';
import { useKeptFocus } from '../../components/useKeptFocus';
import {
  type PasteContext,
  type pasteMachine,
  selectChecked,
  selectFailed,
  selectFound,
  selectMissing,
} from '../../machines/students/pasteMachine';
import {
  type RosterContext,
  type rosterMachine,
  selectableOf,
  standingOf,
} from '../../machines/students/rosterMachine';
import { messages } from '../../messages';
import { emailsIn } from '../../model/students/emails';
import type { Student } from '../../services/types';
import { studentItem } from './studentItem';

const { paste: words } = messages;

type Paste = SnapshotFrom<typeof pasteMachine>;
const selectContext = ({ context }: Paste) => context;
const isOpen = (paste: Paste) => paste.matches('open');
const isReading = (paste: Paste) => paste.matches({ open: 'reading' });
const isChecking = (paste: Paste) => paste.matches({ open: 'checking' });
const isReviewed = (paste: Paste) => paste.matches({ open: 'reviewed' });

type PasteDialogProps = {
  paste: ActorRefFrom<typeof pasteMachine>;
  roster: ActorRefFrom<typeof rosterMachine>;
};

/** A list that is pasted, typed or dropped, then looked up and reviewed before students are selected. */
export function PasteDialog({ paste, roster }: PasteDialogProps) {
  const open = useSelector(paste, isOpen);
  return (
    <Dialog open={open} title={words.title} onClose={() => paste.send({ type: 'paste.close' })}>
      <PastedList paste={paste} roster={roster} />
    </Dialog>
  );
}

function PastedList({ paste, roster }: PasteDialogProps) {
  const context = useSelector(paste, selectContext);
  const reading = useSelector(paste, isReading);
  const checking = useSelector(paste, isChecking);
  const reviewed = useSelector(paste, isReviewed);
  const rosterContext = useSelector(roster, (state) => state.context);
  const selectable = selectableOf(rosterContext, selectFound(context));
  // Not during an addition.
  const canSelect = useSelector(roster, (state) => state.can({ type: 'students.select', students: selectable }));
  const { region } = useKeptFocus<HTMLDivElement>();
  const count = context.lookups.length;

  return (
    <div {...region}>
      <Form
        onSubmit={(event) => {
          event.preventDefault();
          const list = new FormData(event.currentTarget).get('list');
          paste.send({ type: 'list.submit', emails: emailsIn(String(list)) });
        }}
      >
        <NoticeRegion kind="error">{context.problem?.sentence}</NoticeRegion>
        {!checking && !reviewed && (
          <FileDrop
            label={words.chooseFile}
            accept=".csv,.txt,text/csv,text/plain"
            onFile={(file) => paste.send({ type: 'file.choose', file })}
          >
            <TextAreaField label={words.list} hint={words.hint} name="list" rows={8} data-autofocus />
          </FileDrop>
        )}
        <div role="status" className={reading || checking || reviewed ? undefined : 'absolute'}>
          {reading && <p>{words.reading}</p>}
          {(checking || reviewed) && (
            <h3 tabIndex={-1} className="font-semibold">
              {checking ? words.checking(count) : words.reviewed(selectFound(context).length, count)}
            </h3>
          )}
        </div>
        {checking && <Progress checked={selectChecked(context)} count={count} />}
        {reviewed && (
          <Review context={context} roster={rosterContext} onRetry={() => paste.send({ type: 'lookups.retry' })} />
        )}
        {/* Long lists leave its buttons in sight. */}
        <div className="sticky bottom-0 -mx-1 bg-surface px-1 py-3">
          <ActionRow>
            <Button variant="secondary" onClick={() => paste.send({ type: 'paste.close' })}>
              {words.close}
            </Button>
            {reviewed ? (
              <Button
                aria-disabled={!canSelect}
                onClick={() => {
                  roster.send({ type: 'students.select', students: selectable });
                  paste.send({ type: 'paste.close' });
                }}
              >
                {words.select(selectable.length)}
              </Button>
            ) : (
              <Button type="submit" busy={reading || checking}>
                {words.check}
              </Button>
            )}
          </ActionRow>
        </div>
      </Form>
    </div>
  );
}

function Progress({ checked, count }: { checked: number; count: number }) {
  const text = words.progress(checked, count);
  return (
    <div className="flex flex-col gap-2">
      <progress aria-label={text} value={checked} max={count} className="w-full accent-primary" />
      <p className="text-sm text-muted">{text}</p>
    </div>
  );
}

type ReviewProps = { context: PasteContext; roster: RosterContext; onRetry: () => void };

function Review({ context, roster, onRetry }: ReviewProps) {
  const isEnrolled = (student: Student) => standingOf(roster, student) === 'enrolled';
  const found = selectFound(context);
  const missing = selectMissing(context);
  const failed = selectFailed(context);
  return (
    <>
      <People title={words.found} students={found.filter((student) => !isEnrolled(student))} />
      <People title={words.enrolled} students={found.filter(isEnrolled)} />
      {missing.length > 0 && (
        <TextAreaField label={words.missing(missing.length)} readOnly wrap="off" rows={4} value={missing.join('\n')} />
      )}
      {failed.length > 0 && (
        <div className="flex flex-col items-start gap-3">
          <TextAreaField
            label={words.failed(failed.length)}
            hint={words.failedHint}
            readOnly
            wrap="off"
            rows={4}
            value={failed.join('\n')}
          />
          <Button variant="secondary" onClick={onRetry}>
            {words.retry}
          </Button>
        </div>
      )}
    </>
  );
}

function People({ title, students }: { title: (count: number) => string; students: Student[] }) {
  if (students.length === 0) return null;
  const text = title(students.length);
  return (
    <div>
      <h4 className="mb-1 text-sm font-semibold">{text}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: with the focus in it, the keyboard scrolls it */}
      <section tabIndex={0} aria-label={text} className="max-h-44 overflow-y-auto">
        <ItemList label={text} items={students} show={studentItem} />
      </section>
    </div>
  );
}
