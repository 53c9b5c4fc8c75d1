import * as v from 'valibot';
import { version } from '../../../../package.json';
import type { Context } from '../../context';
import { normaliseEmail } from '../../platform/http/email';
import type { Problem } from '../../platform/http/health';
import { DeniedFieldError, HttpError, notFound, wrongField } from '../../platform/http/httpError';
import { OperatorError } from '../../platform/operatorError';
import type { SignedIn } from '../account/accessTokens';
import { confirmPassword } from '../account/confirmPassword';
import { testMail } from '../account/mails';
import { addAgent, listAgents, NewAgent, revokeAgent } from '../agent/agentKeys';
import { type AuditEvent, auditCommand } from '../audit/audit';
import { findEntries } from '../audit/readAudit';
import { bounds } from '../bounds';
import type { Handlers } from '../calls';
import type { Publishing } from '../live/transactAndPublish';
import { countWaitingMails } from '../mail/mailQueue';
import { searchStudents } from '../section/directory';
import { findLeavers, idsOfLeavers, isInNone } from '../section/leavers';
import { changeAsAdministrator, counted, findTeachers } from './administration';
import { deleteStudent, deleteStudents } from './changeStudents';
import { findSections, moveSection } from './moveSection';

const startedAt = new Date().toISOString();

/**
 * The calls of the administrator's page. The contract's security scheme `administrator` guards each of them. Every change asks for the
 * administrator's password, because the page may be open in front of a class, and is in the audit trail; so is every look.
 */
export function administrationCalls(context: Context, checkHealth: () => Promise<Problem | undefined>) {
  const { settings, db, transactAndPublish, limits, audit, mailer } = context;

  const noteLook = ({ id }: SignedIn, what: string) =>
    audit.note({ action: 'administration', teacherId: id, detail: what });

  /** Makes a change with its entry in the audit trail, or neither. */
  async function change<Result>(
    administrator: SignedIn,
    { password, ...entry }: Omit<AuditEvent, 'teacherId'> & { password: string },
    make: (publishing: Publishing) => Promise<Result>,
  ): Promise<Result> {
    await limits.consume('changesOfAdministrator', String(administrator.id));
    const wrong = new DeniedFieldError('password', 'Incorrect password');
    await confirmPassword(context, administrator, { password, wrong });
    try {
      return await transactAndPublish(async (publishing) => {
        await auditCommand(publishing.tx, { ...entry, teacherId: administrator.id });
        return make(publishing);
      });
    } catch (error) {
      if (error instanceof OperatorError) throw new HttpError(409, { detail: error.message });
      throw error;
    }
  }

  return {
    async getSystem({ administrator }) {
      noteLook(administrator, 'system');
      const problem = await checkHealth();
      const { waiting, since } = await countWaitingMails(db);
      return {
        version,
        started_at: startedAt,
        database: settings.databaseUrl === undefined ? 'embedded' : 'PostgreSQL',
        ...(problem && { problem }),
        mail: {
          is_sent: settings.smtpUrl !== undefined,
          waiting,
          waiting_since: since?.toISOString() ?? null,
        },
        registration: settings.registration,
        registration_domains: settings.registrationDomains,
        students: settings.students,
        retention_days: settings.retentionDays ?? null,
        audit_days: settings.auditDays,
        session_max_hours: settings.sessionMaxHours,
      };
    },

    async sendTestMail({ administrator: { id, email } }) {
      await limits.consume('changesOfAdministrator', String(id));
      await mailer.send(async (tx) => {
        await auditCommand(tx, { action: 'administration', teacherId: id, detail: 'test mail' });
        return testMail(email, settings.publicUrl);
      });
      return { message: `A test mail to ${email} is on its way.` };
    },

    async listTeachers({ query, administrator }) {
      noteLook(administrator, 'teachers list');
      return findTeachers(db, query);
    },

    async changeTeacher({ body: { change: what, email: typed, password }, administrator }) {
      const email = normaliseEmail(typed);
      const entry: Pick<AuditEvent, 'action' | 'detail'> =
        what === 'delete'
          ? { action: 'deletion', detail: `account ${email}` }
          : { action: 'administration', detail: `teachers ${what}: ${email}` };
      const message = await change(administrator, { password, ...entry }, ({ tx }) =>
        changeAsAdministrator({ db: tx, settings }, what, email),
      );
      if (what === 'invite') mailer.wake();
      return { message };
    },

    async findStudents({ query, administrator }) {
      // The text may be a name, so it is not recorded.
      audit.note({ action: 'directory searched', teacherId: administrator.id });
      const { q, left_before: day, page } = query ?? {};
      if (day !== undefined) return findLeavers(db, { leftBefore: dayOf('left_before', day), q, page });
      if (q === undefined) return { results: [], total: 0, page: 1, pages: 1 };
      const { students, total } = await searchStudents(db, q.trim(), { ofSchool: true });
      return { results: students, total, page: 1, pages: 1 };
    },

    async eraseStudent({ path: { id }, body: { password }, administrator }) {
      const deleted = await change(
        administrator,
        { password, action: 'deletion', detail: `student ${id}` },
        async ({ tx }) => (await deleteStudent(tx, id)) ?? missing('Student'),
      );
      return { message: `Deleted the student: ${counted(deleted)}.` };
    },

    async eraseLeavers({ body: { left_before: day, count, password }, administrator }) {
      const leftBefore = dayOf('left_before', day);
      const entry = { action: 'deletion', detail: `students who left before ${leftBefore.toISOString()}` } as const;
      const erased = await change(administrator, { password, ...entry }, async ({ tx }) => {
        const ids = await idsOfLeavers(tx, leftBefore);
        if (ids.length > bounds.leavers)
          throw new OperatorError(
            `Nothing was deleted: at most ${bounds.leavers.toLocaleString('en')} at a time. Choose an earlier day.`,
          );
        const made = await deleteStudents(tx, ids, isInNone);
        if (made.deleted !== count)
          throw new OperatorError(`Nothing was deleted: it is ${made.deleted} students now. Please look again.`);
        return made;
      });
      return { message: `Deleted ${erased.deleted} students: ${counted(erased)}.` };
    },

    async listAllSections({ query, administrator }) {
      noteLook(administrator, 'sections list');
      return findSections(db, query);
    },

    async moveSection({ path: { id }, body: { email: typed, password }, administrator }) {
      const email = normaliseEmail(typed);
      const entry = { action: 'administration', sectionId: id, detail: `moved to ${email}` } as const;
      await change(administrator, { password, ...entry }, (publishing) => moveSection(publishing, id, email));
      return { message: `Moved the section to ${email}.` };
    },

    async listAgents({ administrator }) {
      noteLook(administrator, 'agents list');
      const agents = await listAgents(db);
      const results = agents.map(
        ({ name, sectionIds, eventsPerMinute, createdAt, acceptedAt, refusedAt, refusal }) => ({
          name,
          section_ids: sectionIds,
          events_per_minute: eventsPerMinute,
          created_at: createdAt.toISOString(),
          accepted_at: acceptedAt?.toISOString() ?? null,
          refused_at: refusedAt?.toISOString() ?? null,
          refusal,
        }),
      );
      return { results, total: results.length, page: 1, pages: 1 };
    },

    async addAgent({ body: { name, section_ids: sectionIds, password }, administrator }) {
      const agent = v.safeParse(NewAgent, { name: name.trim(), sectionIds, eventsPerMinute: bounds.agents.perMinute });
      if (!agent.success) throw wrongField('name', 'Please choose a name of up to 100 characters on one line.');
      const entry = { action: 'administration', detail: `agents add: ${agent.output.name}` } as const;
      const { key } = await change(administrator, { password, ...entry }, async ({ tx }) => {
        const added = await addAgent(tx, agent.output);
        if ('reason' in added) throw new OperatorError(added.reason);
        return added;
      });
      return { key };
    },

    async revokeAgent({ body: { name, password }, administrator }) {
      const entry = { action: 'administration', detail: `agents revoke: ${name}` } as const;
      await change(
        administrator,
        { password, ...entry },
        async ({ tx }) => (await revokeAgent(tx, name)) || missing('Agent'),
      );
      return { message: `The key of ${name} no longer works.` };
    },

    async listAudit({ query: { page, ...query } = {}, administrator }) {
      if (query.since !== undefined) dayOf('since', query.since);
      noteLook(administrator, 'audit');
      return findEntries(db, query, page);
    },
  } satisfies Partial<Handlers>;
}

/** The database has no year 0, and a leap second is no date. */
function dayOf(field: string, given: string): Date {
  const day = new Date(given);
  if (!(day.getTime() >= 0)) throw wrongField(field, 'Please give a date.');
  return day;
}

function missing(what: string): never {
  throw notFound(what);
}
