import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { Button } from '../../components/Button';
import { attendeesIn, isInLesson } from '../../machines/attendance/attendance';
import { nameOf } from '../../machines/students/namesakes';
import { messages } from '../../messages';
import type { Student } from '../../services/app/types';
import { useAttendancePage } from './attendancePage';
import { WasSomebodyElse } from './Question';
import { useChanging } from './useChanging';

const { door: words } = messages;

/** Ends the attendance of a student's device, which may have been somebody else's. Absent where the backend cannot tell. */
export function TurnAway({ student }: { student: Student }) {
  const { door } = useAttendancePage();
  const [isAsking, setAsking] = useState(false);
  const { held } = useChanging(door);
  const device = useSelector(door, ({ context: { attendance } }) => {
    const attendee = attendance?.canDisown === true ? attendeesIn(attendance).get(student.id) : undefined;
    return attendee !== undefined && isInLesson(attendee) ? attendee.id : null;
  });
  if (device === null) return null;
  const cancel = () => setAsking(false);
  const turnAway = (wasSomebodyElse: boolean) => {
    cancel();
    door.send({ type: 'students.refuse', ids: [device], wasSomebodyElse });
  };
  if (isAsking)
    return (
      <WasSomebodyElse name={nameOf(student)} text={words.somebodyElse.refused} onAnswer={turnAway} onCancel={cancel} />
    );
  return (
    <Button variant="quiet" {...held} onClick={() => setAsking(true)} className="-ml-2 self-start px-2! text-sm">
      {words.turnAway}
    </Button>
  );
}
