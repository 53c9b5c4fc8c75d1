import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { Badge } from '../../components/Badge';
import { Button } from '../../components/Button';
import { Card } from '../../components/Card';
import { sendTestMail } from '../../machines/admin/testMail';
import { messages } from '../../messages';
import type { System } from '../../services/admin/adminService';
import { useSystem } from '../app/system';
import { dateAndMinute } from '../app/times';
import { PartNotice, selectAnswer } from './AdminList';
import type { PartActor } from './useChange';

const { admin } = messages;
const { system: words } = admin;

/** Whether the server works, which version it is, and by which rules. */
export function Overview({ part }: { part: PartActor }) {
  const answer = useSelector(part, selectAnswer);
  return (
    <>
      <PartNotice part={part} />
      {answer?.part === 'overview' && (
        <>
          <Health system={answer.system} />
          <Rules system={answer.system} />
        </>
      )}
    </>
  );
}

const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid gap-x-6 gap-y-1 text-sm sm:grid-cols-[minmax(0,16rem)_minmax(0,1fr)] sm:gap-y-3">{children}</dl>
);

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="font-semibold">{name}</dt>
    <dd className="mb-2 min-w-0 wrap-anywhere sm:mb-0">{children}</dd>
  </>
);

const timeOf = (time: number | null) => (time === null ? '' : dateAndMinute.format(time));

function Health({ system }: { system: System }) {
  const app = useSystem();
  const { problem, version, startedAt, database, mailsAreSent, waitingMails, waitingSince } = system;
  const waiting = waitingMails === 0 ? words.noneWaiting : words.waiting(waitingMails, timeOf(waitingSince));
  return (
    <Card
      title={words.health}
      actions={
        <Button variant="secondary" onClick={() => sendTestMail(app)}>
          {words.testMail}
        </Button>
      }
    >
      <Facts>
        <Fact name={admin.table.state}>
          {problem === null ? (
            <Badge tone="green">{words.ready}</Badge>
          ) : (
            <p className="font-semibold text-red">{problem}</p>
          )}
        </Fact>
        <Fact name={words.version}>{`${version}, ${words.runningSince(timeOf(startedAt))}`}</Fact>
        <Fact name={words.database}>{database}</Fact>
        <Fact name={words.mail}>{mailsAreSent ? waiting : words.mailsKept}</Fact>
      </Facts>
    </Card>
  );
}

function Rules({ system }: { system: System }) {
  const { registration, registrationDomains, studentsAddedBy, retentionDays, auditDays, sessionMaxHours } = system;
  return (
    <Card title={words.rules}>
      <p className="mb-4 text-sm text-muted">{words.rulesHint}</p>
      <Facts>
        {registration !== null && (
          <Fact name={words.registration}>
            {registration === 'domains' ? words.domains(registrationDomains) : words.registrations[registration]}
          </Fact>
        )}
        {studentsAddedBy !== null && <Fact name={words.directory}>{words.directories[studentsAddedBy]}</Fact>}
        <Fact name={words.retention}>{retentionDays === null ? words.forEver : words.forDays(retentionDays)}</Fact>
        {auditDays !== null && <Fact name={words.audit}>{words.forDays(auditDays)}</Fact>}
        {sessionMaxHours !== null && <Fact name={words.lessonEnds}>{words.afterHours(sessionMaxHours)}</Fact>}
      </Facts>
    </Card>
  );
}
