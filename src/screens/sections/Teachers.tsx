import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { Card } from '../../components/Card';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { NoticeRegion } from '../../components/NoticeRegion';
import { shareSectionForm } from '../../machines/sections/shareSectionForm';
import { teachersMachine } from '../../machines/sections/teachersMachine';
import { sameEmail } from '../../machines/students/emails';
import { messages } from '../../messages';
import type { Section, SectionTeacher, Shared } from '../../services/app/types';
import { useScreenActor, useSession, useSystem } from '../app/system';
import { useFormDialog } from '../app/useFormDialog';
import { useOpen } from '../app/useOpen';
import { sharedWords, untilWords } from '../students/sharedWords';
import { ShareSectionDialog } from './ShareSectionDialog';

const { teachers: words, shareSection: shareWords } = messages;

type Snapshot = SnapshotFrom<typeof teachersMachine>;
const isAbsent = (teachers: Snapshot) => teachers.matches('absent');
const selectKnown = ({ context }: Snapshot) => context.known;
const selectProblem = ({ context }: Snapshot) => context.problem;

/** Who teaches the section besides its owner. Absent if the backend cannot share sections. */
export function Teachers({ section }: { section: Section }) {
  const { shared, shareable } = section;
  return (
    <>
      {shareable === true && <TeachersCard section={section} />}
      {shared !== undefined && <LeaveCard sectionId={section.id} shared={shared} />}
    </>
  );
}

function TeachersCard({ section: { id } }: { section: Section }) {
  const teachers = useScreenActor(teachersMachine, { input: { sectionId: id } });
  const absent = useSelector(teachers, isAbsent);
  const known = useSelector(teachers, selectKnown);
  const problem = useSelector(teachers, selectProblem);
  const { submitWrite } = useSystem();
  const removing = useSelector(useSession(), ({ context: { writes } }) =>
    writes.some(({ kind, sectionId }) => kind === 'removeTeacher' && sectionId === id),
  );
  const { form, open } = useFormDialog(shareSectionForm);
  const [changed, setChanged] = useState<SectionTeacher | null>(null);
  const ask = (teacher: SectionTeacher | null) => {
    setChanged(teacher);
    open();
  };
  if (absent) return null;
  return (
    <Card
      title={words.title}
      actions={
        <Button variant="secondary" onClick={() => ask(null)}>
          {words.invite}
        </Button>
      }
    >
      <p className="text-sm text-muted">{words.hint}</p>
      <NoticeRegion
        kind="error"
        action={
          <Button variant="secondary" onClick={() => teachers.send({ type: 'teachers.refresh' })}>
            {words.retry}
          </Button>
        }
      >
        {problem?.sentence}
      </NoticeRegion>
      {/* As tall as the owner's row from the start. */}
      <ul aria-label={words.title} className="mt-3 min-h-12">
        {known !== null && (
          <li className="border-b border-line py-1 text-sm last:border-0">
            <span className="block font-semibold wrap-anywhere">{known.owner.name}</span>
            <span className="block wrap-anywhere text-muted">{words.owner(known.owner.email)}</span>
          </li>
        )}
        {known?.teachers.map((teacher) => (
          <Row
            key={teacher.email}
            teacher={teacher}
            removing={removing}
            onChange={() => ask(teacher)}
            onRemove={() => submitWrite({ kind: 'removeTeacher', sectionId: id, email: teacher.email })}
          />
        ))}
      </ul>
      <ShareSectionDialog sectionId={id} teacher={changed} form={form} />
    </Card>
  );
}

type RowProps = { teacher: SectionTeacher; removing: boolean; onChange: () => void; onRemove: () => void };

function Row({ teacher: { email, role, until }, removing, onChange, onRemove }: RowProps) {
  const isOwn = sameEmail(useSystem().teacher().email, email);
  const question = useOpen();
  const remove = () => {
    question.close();
    onRemove();
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-2 border-b border-line py-1 last:border-0">
      <p className="min-w-32 flex-1 text-sm">
        <span className="block font-semibold wrap-anywhere">{email}</span>
        <span className="block text-muted">{`${shareWords.roles[role]} · ${untilWords(until)}`}</span>
      </p>
      {/* A further teacher leaves by a card of its own. */}
      {!isOwn && (
        <div className="ml-auto flex">
          <Button variant="quiet" aria-label={words.changeOf(email)} onClick={onChange} className="px-2!">
            {words.change}
          </Button>
          <Button
            variant="quiet"
            busy={removing}
            aria-label={words.removeOf(email)}
            onClick={question.open}
            className="px-2!"
          >
            {words.remove}
          </Button>
          <ConfirmDialog
            open={question.isOpen}
            title={words.removeTitle}
            cancel={words.cancel}
            onCancel={question.close}
            confirm={words.remove}
            onConfirm={remove}
          >
            <span className="wrap-anywhere">{words.confirmRemove(email)}</span>
          </ConfirmDialog>
        </div>
      )}
    </li>
  );
}

/** Lets a further teacher leave the section. */
function LeaveCard({ sectionId, shared }: { sectionId: string; shared: Shared }) {
  const { submitWrite, teacher } = useSystem();
  const question = useOpen();
  const leave = () => {
    question.close();
    submitWrite({ kind: 'leaveSection', sectionId, email: teacher().email });
  };
  return (
    <Card title={words.leaveTitle}>
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="min-w-0 flex-1 basis-64 text-sm text-muted">{`${sharedWords(shared)} ${words.leaveHint}`}</p>
        <Button variant="secondary" onClick={question.open}>
          {words.leave}
        </Button>
      </div>
      <ConfirmDialog
        open={question.isOpen}
        title={words.leaveTitle}
        cancel={words.cancel}
        onCancel={question.close}
        confirm={words.leave}
        onConfirm={leave}
        variant="danger"
      >
        {words.confirmLeave(shared.owner)}
      </ConfirmDialog>
    </Card>
  );
}
