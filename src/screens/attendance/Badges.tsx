import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { Card } from '../../components/Card';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { classes } from '../../components/classes';
import { NoticeRegion } from '../../components/NoticeRegion';
import { type BadgeAddresses, badgesMachine } from '../../machines/attendance/badgesMachine';
import { nameOf } from '../../machines/students/namesakes';
import { messages } from '../../messages';
import type { Badge, Section, Student } from '../../services/app/types';
import { useScreenActor } from '../app/system';
import { mediumDate } from '../app/times';
import { useBackCloses } from '../app/useBackCloses';
import { addressWarning } from './addressWarning';
import { QrDrawing } from './QrCode';

const { badges: words } = messages.door;

type Snapshot = SnapshotFrom<typeof badgesMachine>;
const isAbsent = (badges: Snapshot) => badges.matches('absent');
const isLoading = (badges: Snapshot) => badges.matches('fetching') && badges.context.badges === null;
const isBusy = (badges: Snapshot) => badges.matches('changing') || badges.matches('printing');
const selectBadges = ({ context }: Snapshot) => context.badges;
const selectProblem = ({ context }: Snapshot) => context.problem;
const selectPrintable = ({ context }: Snapshot) => context.printable;
const selectOnSheet = ({ context }: Snapshot) => context.onSheet;

type Question = 'makeAllNew' | 'revokeAll';

/** Makes, prints and revokes the badges of a section's students. Absent where the backend has none. */
export function Badges({ section }: { section: Section }) {
  // Here and nowhere else: the secrets are gone with the page.
  const [addresses] = useState<BadgeAddresses>(() => new Map());
  const badges = useScreenActor((system) => badgesMachine({ ...system, addresses }), {
    input: { sectionId: section.id },
  });
  const absent = useSelector(badges, isAbsent);
  const loading = useSelector(badges, isLoading);
  const busy = useSelector(badges, isBusy);
  const problem = useSelector(badges, selectProblem);
  const known = useSelector(badges, selectBadges);
  const printable = useSelector(badges, selectPrintable);
  const onSheet = useSelector(badges, selectOnSheet);
  const [question, setQuestion] = useState<Question | null>(null);
  const close = () => setQuestion(null);
  useBackCloses(question !== null, close);
  const { students } = section;
  const warning = addressWarning(location);
  if (absent || students.length === 0) return null;

  const badgeOf = new Map(known?.map((badge) => [badge.studentId, badge]));
  const having = students.filter(({ id }) => badgeOf.has(id));
  const lacking = students.filter(({ id }) => !badgeOf.has(id));
  const isInSection = (id: string) => students.some((student) => student.id === id);
  const countToPrint = printable.filter(isInSection).length;
  const make = (which: readonly Student[]) =>
    badges.send({ type: 'badges.make', studentIds: which.map(({ id }) => id) });
  const revoke = (which: readonly Student[]) =>
    badges.send({ type: 'badges.revoke', studentIds: which.map(({ id }) => id) });
  const confirm = () => {
    close();
    if (question === 'makeAllNew') make(students);
    else revoke(having);
  };

  return (
    <Card title={words.title} id="badges" className="mt-6">
      <div className="flex flex-col gap-4">
        <div className="max-w-prose text-sm">
          <p>{words.lead}</p>
          <p className="mt-2 text-muted">{words.warning}</p>
          {warning !== undefined && <p className="mt-2 font-semibold">{warning}</p>}
        </div>
        <NoticeRegion
          kind="error"
          action={
            <Button variant="secondary" onClick={() => badges.send({ type: 'badges.refresh' })}>
              {words.retry}
            </Button>
          }
        >
          {problem?.sentence}
        </NoticeRegion>
        <p role="status" className="text-sm font-semibold">
          {loading ? words.loading : known !== null && words.count(having.length, students.length)}
        </p>
        {known !== null && (
          <div className="flex flex-wrap gap-2">
            {lacking.length > 0 && (
              <Button variant="secondary" busy={busy} onClick={() => make(lacking)}>
                {words.make(lacking.length)}
              </Button>
            )}
            {having.length > 0 && (
              <Button variant="secondary" busy={busy} onClick={() => setQuestion('makeAllNew')}>
                {words.makeAllNew(students.length)}
              </Button>
            )}
            {having.length > 0 && (
              <Button variant="secondary" busy={busy} onClick={() => setQuestion('revokeAll')}>
                {words.revokeAll(having.length)}
              </Button>
            )}
          </div>
        )}
        {countToPrint > 0 && (
          <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-sunken p-3">
            <p role="status" className="min-w-0 flex-1 basis-64 text-sm">
              {words.ready(countToPrint)}
            </p>
            <Button variant="secondary" busy={busy} onClick={() => badges.send({ type: 'badges.print' })}>
              {words.printAgain(countToPrint)}
            </Button>
          </div>
        )}
        {known !== null && (
          <ul aria-label={words.title} className="grid gap-x-8 lg:grid-cols-2">
            {students.map((student) => (
              <Row
                key={student.id}
                student={student}
                badge={badgeOf.get(student.id)}
                inert={busy}
                onMake={() => make([student])}
                onRevoke={() => revoke([student])}
              />
            ))}
          </ul>
        )}
      </div>
      <ConfirmDialog
        open={question !== null}
        title={question === 'revokeAll' ? words.revokeAll(having.length) : words.makeAllNew(students.length)}
        cancel={words.cancel}
        onCancel={close}
        confirm={question === 'revokeAll' ? words.revokeAll(having.length) : words.makeAllNew(students.length)}
        onConfirm={confirm}
        variant={question === 'revokeAll' ? 'danger' : 'primary'}
      >
        {question === 'revokeAll' ? words.confirmRevoke(having.length) : words.confirmNew(having.length)}
      </ConfirmDialog>
      {onSheet.length > 0 && <Sheet section={section} onSheet={onSheet} addresses={addresses} />}
    </Card>
  );
}

type RowProps = {
  student: Student;
  badge: Badge | undefined;
  inert: boolean;
  onMake: () => void;
  onRevoke: () => void;
};

function Row({ student, badge, inert, onMake, onRevoke }: RowProps) {
  const name = nameOf(student);
  const label = badge ? words.makeOneNew : words.makeOne;
  const act = (press: () => void) => () => inert || press();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-2 border-b border-line py-1">
      <p className="min-w-32 flex-1 text-sm">
        <span className="block font-semibold wrap-anywhere">{name}</span>
        <span className="block text-muted">
          {badge
            ? [
                words.made(mediumDate.format(badge.madeAt)),
                ...(badge.usedAt === null ? [] : [words.used(mediumDate.format(badge.usedAt))]),
              ].join(' · ')
            : words.none}
        </span>
      </p>
      <div className="ml-auto flex">
        <Button
          variant="quiet"
          aria-label={words.makeFor(label, name)}
          aria-disabled={inert || undefined}
          onClick={act(onMake)}
          className="px-2!"
        >
          {label}
        </Button>
        {badge && (
          <Button
            variant="quiet"
            aria-label={words.revokeOf(name)}
            aria-disabled={inert || undefined}
            onClick={act(onRevoke)}
            className="px-2!"
          >
            {words.revoke}
          </Button>
        )}
      </div>
    </li>
  );
}

/** Names with more characters are printed smaller, so that they are not cut off. */
const longName = 32;

type SheetProps = { section: Section; onSheet: readonly string[]; addresses: BadgeAddresses };

/** The sheet, on paper only and alone there: beside the app, which the paper leaves out. Ten badges a page of A4; neighbours share the line to cut along. */
function Sheet({ section, onSheet, addresses }: SheetProps) {
  const printed = section.students.filter(({ id }) => onSheet.includes(id));
  return createPortal(
    <ul data-sheet className="hidden grid-cols-2 pr-px print:grid">
      {printed.map((student) => {
        const address = addresses.get(student.id);
        return (
          address !== undefined && (
            <li
              key={student.id}
              className="-mr-px -mb-px flex h-[52mm] items-center overflow-hidden border border-dashed border-line p-[3mm] pl-[1mm]"
            >
              <div className="size-[40mm] shrink-0">
                <QrDrawing address={address} label={words.qr(nameOf(student))} />
              </div>
              <div className="min-w-0">
                <p
                  className={classes(
                    'line-clamp-5 font-semibold wrap-anywhere',
                    nameOf(student).length > longName ? 'text-[10pt]/tight' : 'text-[12pt]/tight',
                  )}
                >
                  {nameOf(student)}
                </p>
                <p className="mt-[1mm] line-clamp-2 text-[9pt]/tight wrap-anywhere">{section.name}</p>
                <p className="line-clamp-2 text-[9pt]/tight wrap-anywhere">{section.subject}</p>
                <p className="mt-[2mm] text-[9pt]/tight">{words.scan}</p>
              </div>
            </li>
          )
        );
      })}
    </ul>,
    document.body,
  );
}
