import { existsSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import * as v from 'valibot';
import { disableTeacher, enableTeacher, listTeachers } from './account/administration';
import { deleteAccount } from './account/deleteAccount';
import { inviteTeacher } from './account/registration';
import { AgentWish, addAgent, listAgents, revokeAgent } from './agent/agentKeys';
import type { Database } from './database/database';
import { openEmbedded } from './database/embedded';
import { openPostgres } from './database/postgres';
import { openDataDirectory } from './dataDirectory';
import { askHolder } from './folderLock';
import { importStudents } from './section/importStudents';
import type { Settings } from './settings';
import { StartFailure } from './startFailure';

/** What commands do with the stored data, also while a server holds the embedded database. */
const Task = v.variant('task', [
  v.object({ task: v.literal('importStudents'), csv: v.string() }),
  v.object({ task: v.literal('listTeachers') }),
  v.object({ task: v.literal('inviteTeacher'), email: v.string() }),
  v.object({ task: v.literal('disableTeacher'), email: v.string() }),
  v.object({ task: v.literal('enableTeacher'), email: v.string() }),
  v.object({ task: v.literal('deleteAccount'), email: v.string() }),
  v.object({ task: v.literal('addAgent'), agent: AgentWish }),
  v.object({ task: v.literal('listAgents') }),
  v.object({ task: v.literal('revokeAgent'), name: v.string() }),
]);
type Task = v.InferOutput<typeof Task>;

/** @returns something that JSON can carry */
function perform(db: Database, settings: Settings, task: Task): Promise<unknown> {
  switch (task.task) {
    case 'importStudents':
      return importStudents(db, task.csv);
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

/** What the process that holds the embedded database answers to `runTask` of another. */
export async function answerTask(db: Database, settings: Settings, request: string): Promise<string> {
  return JSON.stringify(await perform(db, settings, v.parse(v.pipe(v.string(), v.parseJson(), Task), request)));
}

/**
 * Does a task on the stored data. A running server takes it over, as the embedded database is open to one process only.
 * @param Report the shape of what comes back
 * @throws StartFailure when the data cannot be reached, or the running server fails at it
 */
export async function runTask<T>(settings: Settings, task: Task, Report: v.GenericSchema<unknown, T>): Promise<T> {
  const { databaseUrl, dataDirectory } = settings;
  if (databaseUrl !== undefined) {
    const database = await openPostgres(databaseUrl, console.error);
    return v.parse(Report, await perform(database.db, settings, task).finally(database.close));
  }
  const answer = existsSync(dataDirectory) ? await askHolder(dataDirectory, JSON.stringify(task)) : undefined;
  if (answer !== undefined) return readAnswer(await text(answer).catch(() => ''), Report);
  const directory = await openDataDirectory(dataDirectory);
  const database = await openEmbedded(directory.databaseFolder);
  const report = await perform(database.db, settings, task);
  await database.close();
  await directory.close();
  return v.parse(Report, report);
}

function readAnswer<T>(answer: string, Report: v.GenericSchema<unknown, T>): T {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), answer);
  if (!json.success) throw new StartFailure('The running Vigil could not do it. Please try again.');
  return v.parse(Report, json.output);
}
