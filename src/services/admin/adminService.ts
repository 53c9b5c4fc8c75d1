import * as v from 'valibot';
import { messages } from '../../messages';
import { type Answer, type ApiClient, call, fieldSentenceIn, ofTeacher, refusalIn, sentenceIn } from '../app/apiClient';
import { idShape, lineShape, listOf, studentShape, timeShape } from '../app/shapes';
import type { Contract } from '../app/types';

/** The parts of the administrator's page. */
export type AdminPart = 'overview' | 'teachers' | 'students' | 'sections' | 'agents' | 'audit';

/** What is looked for in a part. */
export interface Asked {
  text: string;
  /** As `2026-11-28`: the first day of the audit trail, or before which students have left. Empty for all. */
  day: string;
  /** From 1 on. */
  page: number;
}

/** A change of an administrator. */
export type AdminChange =
  | { what: Contract['TeacherChange']['change']; email: string }
  | { what: 'deleteStudent'; id: string }
  /** Those who left before a day; refused if there are not as many. */
  | { what: 'deleteLeavers'; day: string; count: number }
  | { what: 'moveSection'; id: string; email: string }
  | { what: 'addAgent'; name: string; sectionIds: number[] | null }
  | { what: 'revokeAgent'; name: string };

/** What came of a change. */
interface AdminOutcome {
  sentence: string;
  /** The key of a new agent, which is told only once. */
  key?: string;
}

const count = v.fallback(v.number(), 0);
const days = v.fallback(v.nullable(v.number()), null);

const systemShape = v.pipe(
  v.object({
    version: lineShape,
    started_at: timeShape,
    database: lineShape,
    problem: v.fallback(v.nullish(v.object({ reason: lineShape })), null),
    mail: v.object({ is_sent: v.fallback(v.boolean(), true), waiting: count, waiting_since: timeShape }),
    registration: v.fallback(v.nullable(v.picklist(['open', 'domains', 'invited'])), null),
    registration_domains: v.fallback(v.array(lineShape), []),
    students: v.fallback(v.nullable(v.picklist(['teachers', 'imported'])), null),
    retention_days: days,
    audit_days: days,
    session_max_hours: days,
  }),
  v.transform(({ mail, ...system }) => ({
    version: system.version,
    startedAt: system.started_at,
    database: system.database,
    problem: system.problem?.reason ?? null,
    mailsAreSent: mail.is_sent,
    waitingMails: mail.waiting,
    waitingSince: mail.waiting_since,
    registration: system.registration,
    registrationDomains: system.registration_domains,
    studentsAddedBy: system.students,
    retentionDays: system.retention_days,
    auditDays: system.audit_days,
    sessionMaxHours: system.session_max_hours,
  })),
);

const teacherShape = v.pipe(
  v.object({
    email: lineShape,
    name: lineShape,
    state: v.picklist(['active', 'disabled', 'not verified', 'invited']),
    is_administrator: v.fallback(v.boolean(), false),
    sections: count,
  }),
  v.transform(({ is_administrator: isAdministrator, ...teacher }) => ({ ...teacher, isAdministrator })),
);

const sectionShape = v.pipe(
  v.object({
    id: idShape,
    name: lineShape,
    subject: lineShape,
    teacher_email: lineShape,
    students: count,
    is_active: v.fallback(v.boolean(), false),
  }),
  v.transform(({ teacher_email: teacher, is_active: isActive, ...section }) => ({ ...section, teacher, isActive })),
);

const agentShape = v.pipe(
  v.object({
    name: lineShape,
    section_ids: v.fallback(v.nullable(v.array(v.number())), null),
    created_at: timeShape,
    accepted_at: timeShape,
    refused_at: timeShape,
    refusal: lineShape,
  }),
  v.transform((agent) => ({
    name: agent.name,
    sectionIds: agent.section_ids,
    addedAt: agent.created_at,
    heardAt: agent.accepted_at,
    refusedAt: agent.refused_at,
    refusal: agent.refusal,
  })),
);

const entryShape = v.pipe(
  v.object({
    at: timeShape,
    until: timeShape,
    times: v.fallback(v.number(), 1),
    action: lineShape,
    teacher_email: lineShape,
    section_id: v.fallback(v.nullable(v.number()), null),
    detail: lineShape,
    address: lineShape,
    /** Null once they are deleted. */
    students: v.optional(listOf(v.object({ id: idShape, name: v.nullable(lineShape) })), []),
  }),
  v.transform(({ teacher_email: teacher, section_id: sectionId, ...entry }) => ({ ...entry, teacher, sectionId })),
);

const listedStudentShape = v.intersect([
  studentShape,
  v.pipe(
    v.object({ left_at: v.optional(timeShape) }),
    v.transform(({ left_at: leftAt = null }) => ({
      /** Since when a student who has left is in no section; null of others. */
      leftAt,
    })),
  ),
]);

/** One page of a part's rows. */
function pageShape<Part extends AdminPart, Accepted, Row>(part: Part, row: v.GenericSchema<Accepted, Row>) {
  return v.pipe(
    v.object({
      results: v.array(row),
      total: count,
      page: v.fallback(v.number(), 1),
      pages: v.fallback(v.number(), 1),
    }),
    v.transform(({ results: rows, total, page, pages }) => ({ part, rows, total, page, pages })),
  );
}

const shapes = {
  overview: v.pipe(
    systemShape,
    v.transform((system) => ({ part: 'overview' as const, system })),
  ),
  teachers: pageShape('teachers', teacherShape),
  students: pageShape('students', listedStudentShape),
  sections: pageShape('sections', sectionShape),
  agents: pageShape('agents', agentShape),
  audit: pageShape('audit', entryShape),
};

export type System = v.InferOutput<typeof systemShape>;
export type AdminTeacher = v.InferOutput<typeof teacherShape>;
export type AdminStudent = v.InferOutput<typeof listedStudentShape>;
export type AdminSection = v.InferOutput<typeof sectionShape>;
export type AdminAgent = v.InferOutput<typeof agentShape>;
export type AuditEntry = v.InferOutput<typeof entryShape>;

/** What the server answered about a part. */
export type AdminAnswer = { [Part in AdminPart]: v.InferOutput<(typeof shapes)[Part]> }[AdminPart];

const doneShape = v.pipe(
  v.object({ message: lineShape }),
  v.transform(({ message: sentence }): AdminOutcome => ({ sentence })),
);
const keyShape = v.pipe(
  v.object({ key: v.string() }),
  v.transform(({ key }): AdminOutcome => ({ sentence: messages.admin.keyMade, key })),
);

const fields = ['password', 'email', 'name', 'section_ids'];

/** The server's text. Without one, and for a backend without this page, our own. */
const serverSays =
  (fallback: string) =>
  ({ status, body }: Answer) => {
    const sentence = sentenceIn(body, 'detail', 'error', 'message') ?? fieldSentenceIn(body);
    return status === 404 && sentence === undefined
      ? messages.admin.absent
      : refusalIn(body, sentence ?? fallback, fields);
  };

/** The beginning of a day where the administrator is. */
const startOf = (day: string) => new Date(`${day}T00:00`).toISOString();

export type AdminService = ReturnType<typeof createAdminService>;

/** Creates the calls of the administrator's page (an extension). Each throws a {@link ProblemError}. */
export function createAdminService({ client }: ApiClient) {
  const failed = serverSays(messages.admin.failed);

  const fetchPart = (part: AdminPart, { day, page, ...asked }: Asked, signal: AbortSignal): Promise<AdminAnswer> => {
    const text = asked.text.trim();
    const found = { params: { query: { q: text, page } }, signal };
    switch (part) {
      case 'overview':
        return call(client.GET('/administration/', { signal }), shapes.overview, failed, ofTeacher);
      case 'teachers':
        return call(client.GET('/administration/teachers/', found), shapes.teachers, failed, ofTeacher);
      case 'students':
        return call(
          client.GET('/administration/students/', {
            params: {
              query: { page, ...(text !== '' && { q: text }), ...(day !== '' && { left_before: startOf(day) }) },
            },
            signal,
          }),
          shapes.students,
          failed,
          ofTeacher,
        );
      case 'sections':
        return call(client.GET('/administration/sections/', found), shapes.sections, failed, ofTeacher);
      case 'agents':
        return call(client.GET('/administration/agents/', { signal }), shapes.agents, failed, ofTeacher);
      case 'audit': {
        const query = {
          page,
          ...(text !== '' && { teacher: text }),
          ...(day !== '' && { since: startOf(day) }),
        };
        return call(
          client.GET('/administration/audit/', { params: { query }, signal }),
          shapes.audit,
          failed,
          ofTeacher,
        );
      }
    }
  };

  const change = (changed: AdminChange, password: string, signal: AbortSignal): Promise<AdminOutcome> => {
    const failed = serverSays(messages.admin.changeFailed);
    switch (changed.what) {
      case 'deleteStudent': {
        const given = { params: { path: { id: Number(changed.id) } }, body: { password }, signal };
        return call(client.DELETE('/administration/students/{id}/', given), doneShape, failed, ofTeacher);
      }
      case 'deleteLeavers': {
        const body = { left_before: startOf(changed.day), count: changed.count, password };
        return call(client.POST('/administration/students/leavers/', { body, signal }), doneShape, failed, ofTeacher);
      }
      case 'moveSection': {
        const body = { email: changed.email, password };
        const given = { params: { path: { id: Number(changed.id) } }, body, signal };
        return call(client.POST('/administration/sections/{id}/move/', given), doneShape, failed, ofTeacher);
      }
      case 'addAgent': {
        const body = { name: changed.name, section_ids: changed.sectionIds, password };
        return call(client.POST('/administration/agents/', { body, signal }), keyShape, failed, ofTeacher);
      }
      case 'revokeAgent': {
        const body = { name: changed.name, password };
        return call(client.POST('/administration/agents/revoke/', { body, signal }), doneShape, failed, ofTeacher);
      }
      default: {
        const body = { change: changed.what, email: changed.email, password };
        return call(client.POST('/administration/teachers/', { body, signal }), doneShape, failed, ofTeacher);
      }
    }
  };

  return {
    fetchPart,
    change,
    /** Mails the administrator. @returns the server's sentence */
    sendTestMail: (signal: AbortSignal): Promise<AdminOutcome> =>
      call(
        client.POST('/administration/test-mail/', { signal }),
        doneShape,
        serverSays(messages.admin.changeFailed),
        ofTeacher,
      ),
  };
}
