import { Readable, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { disableTeacher, enableTeacher, listTeachers } from '../domain/account/administration';
import { deleteAccount } from '../domain/account/deleteAccount';
import { inviteTeacher } from '../domain/account/registration';
import { addAgent, listAgents, NewAgent, revokeAgent } from '../domain/agent/agentKeys';
import { type AuditEvent, auditCommand } from '../domain/audit/audit';
import { readAudit } from '../domain/audit/readAudit';
import { changeStudentEmail, deleteStudent, mergeStudents, renameStudent } from '../domain/section/changeStudents';
import { exportStudent, findStudent } from '../domain/section/exportStudent';
import { importStudents, Name } from '../domain/section/importStudents';
import { OperatorError } from '../platform/config/operatorError';
import type { Settings } from '../platform/config/settings';
import type { Database } from '../platform/database/database';
import { openEmbedded } from '../platform/database/embedded';
import { openPostgres } from '../platform/database/postgres';
import { askServer } from '../platform/files/askServer';
import { openDataDirectory } from '../platform/files/dataDirectory';
import { Email, normaliseEmail } from '../platform/mail/email';

/** What commands do with the stored data, also while a server holds the embedded database. */
const Task = v.variant('task', [
  v.object({ task: v.literal('importStudents'), csv: v.string() }),
  v.object({ task: v.literal('findStudent'), email: v.string() }),
  v.object({ task: v.literal('exportStudent'), studentId: v.number() }),
  v.object({ task: v.literal('renameStudent'), studentId: v.number(), name: Name }),
  v.object({ task: v.literal('changeStudentEmail'), studentId: v.number(), email: Email }),
  v.object({ task: v.literal('mergeStudents'), fromId: v.number(), intoId: v.number() }),
  v.object({ task: v.literal('deleteStudent'), studentId: v.number() }),
  v.object({ task: v.literal('listTeachers') }),
  v.object({ task: v.literal('inviteTeacher'), email: v.string() }),
  v.object({ task: v.literal('disableTeacher'), email: v.string() }),
  v.object({ task: v.literal('enableTeacher'), email: v.string() }),
  v.object({ task: v.literal('deleteAccount'), email: v.string() }),
  v.object({ task: v.literal('addAgent'), agent: NewAgent }),
  v.object({ task: v.literal('listAgents') }),
  v.object({ task: v.literal('revokeAgent'), name: v.string() }),
  v.object({ task: v.literal('readAudit'), since: v.optional(v.string()), teacher: v.optional(v.string()) }),
]);
type Task = v.InferOutput<typeof Task>;

/** Takes what a task answers, in pieces. */
type Use<T> = (answer: AsyncIterable<string>) => Promise<T>;

async function perform<T>(db: Database, settings: Settings, task: Task, use: Use<T>): Promise<T> {
  const event = auditEventOf(task);
  if (event) await auditCommand(db, event);
  if (task.task === 'exportStudent') return exportStudent(db, task.studentId, use);
  if (task.task === 'readAudit') return readAudit(db, task, use);
  return use(Readable.from([JSON.stringify(await report(db, settings, task))]));
}

/** What the audit trail says of a task: of a student neither name nor e-mail, which would outlive them there. */
function auditEventOf(task: Task): AuditEvent | undefined {
  switch (task.task) {
    case 'importStudents':
      return { action: 'command', detail: 'students import' };
    case 'findStudent':
      return undefined;
    case 'exportStudent':
      return { action: 'export', detail: `student ${task.studentId}` };
    case 'renameStudent':
      return { action: 'command', detail: `students rename: student ${task.studentId}` };
    case 'changeStudentEmail':
      return { action: 'command', detail: `students email: student ${task.studentId}` };
    case 'mergeStudents':
      return { action: 'command', detail: `students merge: student ${task.fromId} into student ${task.intoId}` };
    case 'deleteStudent':
      return { action: 'deletion', detail: `student ${task.studentId}` };
    case 'listTeachers':
      return { action: 'command', detail: 'teachers list' };
    case 'inviteTeacher':
      return { action: 'command', detail: `teachers invite: ${normaliseEmail(task.email)}` };
    case 'disableTeacher':
      return { action: 'command', email: normaliseEmail(task.email), detail: 'teachers disable' };
    case 'enableTeacher':
      return { action: 'command', email: normaliseEmail(task.email), detail: 'teachers enable' };
    case 'deleteAccount':
      return { action: 'deletion', email: normaliseEmail(task.email), detail: 'account, by command' };
    case 'addAgent':
      return { action: 'command', detail: `agents add: ${task.agent.name}` };
    case 'listAgents':
      return { action: 'command', detail: 'agents list' };
    case 'revokeAgent':
      return { action: 'command', detail: `agents revoke: ${task.name}` };
    case 'readAudit':
      return { action: 'command', detail: 'audit' };
  }
}

/** @returns something that JSON can carry */
function report(
  db: Database,
  settings: Settings,
  task: Exclude<Task, { task: 'exportStudent' | 'readAudit' }>,
): Promise<unknown> {
  switch (task.task) {
    case 'importStudents':
      return importStudents(db, task.csv);
    case 'findStudent':
      return findStudent(db, task.email);
    case 'renameStudent':
      return renameStudent(db, task.studentId, task.name);
    case 'changeStudentEmail':
      return changeStudentEmail(db, task.studentId, task.email);
    case 'mergeStudents':
      return mergeStudents(db, task.fromId, task.intoId);
    case 'deleteStudent':
      return deleteStudent(db, task.studentId);
    case 'listTeachers':
      return listTeachers(db);
    case 'inviteTeacher':
      return inviteTeacher(db, settings, task.email);
    case 'disableTeacher':
      return disableTeacher(db, task.email);
    case 'enableTeacher':
      return enableTeacher(db, task.email);
    case 'deleteAccount':
      return deleteAccount(db, task.email);
    case 'addAgent':
      return addAgent(db, task.agent);
    case 'listAgents':
      return listAgents(db);
    case 'revokeAgent':
      return revokeAgent(db, task.name);
  }
}

/** Answers what `streamTask` of another process asks of the one that holds the embedded database. */
export function answerTask(db: Database, settings: Settings, request: string, reply: Writable): Promise<void> {
  const task = v.parse(v.pipe(v.string(), v.parseJson(), Task), request);
  return perform(db, settings, task, (answer) => pipeline(answer, reply));
}

/**
 * Does a task on the stored data. A running server takes it over, as the embedded database is open to one process only.
 * @param use takes what the task answers; one that was cut short has no end
 * @throws OperatorError when the data cannot be reached
 */
export async function streamTask<T>(settings: Settings, task: Task, use: Use<T>): Promise<T> {
  const { databaseUrl, dataDirectory } = settings;
  if (databaseUrl !== undefined) {
    const database = await openPostgres(databaseUrl, console.error);
    return perform(database.db, settings, task, use).finally(database.close);
  }
  const answer = await askServer(dataDirectory, JSON.stringify(task));
  if (answer !== undefined) return use(answer);
  const directory = await openDataDirectory(dataDirectory);
  const database = await openEmbedded(directory.databaseFolder);
  return perform(database.db, settings, task, use).finally(database.close).finally(directory.close);
}

/**
 * Does a task that answers by a report; see `streamTask`.
 * @param Report the shape of what comes back
 * @throws OperatorError also when the running server fails at it
 */
export function runTask<T>(settings: Settings, task: Task, Report: v.GenericSchema<unknown, T>): Promise<T> {
  return streamTask(settings, task, async (answer) => {
    const json = v.safeParse(v.pipe(v.string(), v.parseJson()), await text(answer).catch(() => ''));
    if (!json.success) throw serverFailed();
    return v.parse(Report, json.output);
  });
}

/** For a task whose answer from a running server has no end. */
export const serverFailed = () => new OperatorError('The running Vigil could not do it. Please try again.');
