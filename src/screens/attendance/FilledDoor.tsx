import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { waitingIn } from '../../machines/attendance/attendance';
import type { doorMachine } from '../../machines/attendance/doorMachine';
import { messages } from '../../messages';
import { addressWarning } from './addressWarning';
import type { AttendancePage } from './attendancePage';
import { attendAddress, JoinCode } from './JoinCode';
import { QrCode } from './QrCode';

const { door: words } = messages;

const selectCode = ({ context }: SnapshotFrom<typeof doorMachine>) => context.attendance?.code ?? null;
const selectCount = ({ context }: SnapshotFrom<typeof doorMachine>) => waitingIn(context.attendance);

type FilledDoorProps = Pick<AttendancePage, 'door'> & { onShowWaiting: () => void };

/** The way into the lesson, to be read and scanned from the last row of a classroom. Of those who wait, a number only. */
export function FilledDoor({ door, onShowWaiting }: FilledDoorProps) {
  const code = useSelector(door, selectCode);
  const count = useSelector(door, selectCount);
  const address = attendAddress();
  const warning = addressWarning(location);
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4">
      <div className="text-center">
        <p className="text-lg text-muted">{words.filledLead}</p>
        <p className="text-[clamp(1.5rem,4.5vw,5.5rem)] leading-tight font-semibold wrap-anywhere">{address}</p>
        {warning !== undefined && <p className="text-sm font-semibold">{warning}</p>}
      </div>
      <div className="flex min-h-0 flex-1 flex-wrap items-center justify-evenly gap-6 text-center">
        {code !== null && <QrCode address={`${location.origin}/attend#${code}`} label={address} size="screen" />}
        <div className="flex flex-col items-center gap-6">
          <p className="text-lg text-muted">{words.typeCode}</p>
          <JoinCode door={door} size="screen" />
          {/* As tall with a number as without one. */}
          <p role="status" className="min-h-9 text-2xl font-semibold tabular-nums">
            {count > 0 && words.waiting(count)}
          </p>
          <Button variant="secondary" onClick={onShowWaiting}>
            {words.showWaiting}
          </Button>
        </div>
      </div>
    </div>
  );
}
