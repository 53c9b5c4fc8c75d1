import { Button } from '../../components/Button';
import { messages } from '../../messages';
import { addressWarning } from './addressWarning';
import type { AttendancePage } from './attendancePage';
import { attendAddress, JoinCode } from './JoinCode';

const { door: words } = messages;

type InvitationProps = Pick<AttendancePage, 'door'> & { onFill: () => void };

/** The way into the lesson, where nothing is to look at yet. */
export function Invitation({ door, onFill }: InvitationProps) {
  const warning = addressWarning(location);
  return (
    <section
      aria-label={words.title}
      className="@container flex w-full grow flex-col items-center justify-center gap-4 text-center"
    >
      <p className="text-sm text-muted">{words.invitation}</p>
      <p className="text-lg font-semibold wrap-anywhere">{attendAddress()}</p>
      <JoinCode door={door} size="page" />
      <Button variant="secondary" onClick={onFill}>
        {words.fill}
      </Button>
      {warning !== undefined && <p className="text-sm">{warning}</p>}
    </section>
  );
}
