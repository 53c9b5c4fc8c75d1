import * as v from 'valibot';
import { addAgent, listAgents, NewAgent, revokeAgent } from '../domain/agent/agentKeys';
import { readAudit } from '../domain/audit/readAudit';
import { bounds } from '../domain/bounds';
import { countMistakes, describeMistakes } from '../domain/detection/mistakes';
import { counted, listTeachers, teacherChanges } from '../domain/school/administration';
import { correctStudent, deleteStudent, mergeStudents } from '../domain/school/changeStudents';
import { exportStudent, findStudent } from '../domain/school/exportStudent';
import { howMany, importRoster, type RosterReport } from '../domain/school/importRoster';
import { type ImportReport, importStudents } from '../domain/school/importStudents';
import { type Problem, type Roster, readRoster, rosterFiles } from '../domain/school/oneRoster';
import { Name } from '../domain/section/listedStudent';
import { jwtSecretFile } from '../platform/config/dataDirectory';
import type { Database } from '../platform/database/database';
import { openPostgres } from '../platform/database/postgres';
import { Email, isEmail, normaliseEmail } from '../platform/http/email';
import { OperatorError } from '../platform/operatorError';
import { type Command, command, copyCommand, lookupCommand } from './command';
import { readRosterFiles } from './rosterFile';
import { readTextFile } from './textFile';
import { readBackup, writeBackup } from './transfer/backupFile';
import { withProgress } from './transfer/progress';
import { readEmbedded, readStored, writeStored } from './transfer/storage';
import { withoutSecrets } from './transfer/withoutSecrets';

const text = v.string();
const noArguments = v.strictObject({});
const ofEmail = v.strictObject({ email: text });
const withYes = v.strictObject({ email: text, yes: v.optional(v.boolean()) });
const positive = v.pipe(text, v.regex(/^[1-9]\d{0,8}$/), v.transform(Number));
const { leastPerMinute, perMinute } = bounds.agents;
const rate = v.pipe(positive, v.minValue(leastPerMinute));
const moment = v.pipe(
  text,
  v.transform((value) => new Date(value)),
  v.date(),
  v.transform((date) => date.toISOString()),
);

/** Requires a text of the schema. Refuses others with a message instead of the usage. */
const refusing = <T>(Schema: v.GenericSchema<string, T>, sentence: (value: string, reason: string) => string) =>
  v.pipe(
    text,
    v.transform((value) => {
      const parsed = v.safeParse(Schema, value);
      if (!parsed.success) throw new OperatorError(sentence(value, parsed.issues[0].message));
      return parsed.output;
    }),
  );

const noStudent = (email: string) => new OperatorError(`No student has the e-mail ${email}.`);

/** @throws OperatorError when no student has the email */
async function studentIdOf(db: Database, email: string): Promise<number> {
  const id = await findStudent(db, email);
  if (id === null) throw noStudent(email);
  return id;
}

const byEmail = async (db: Database, { email }: { email: string }) => ({ id: await studentIdOf(db, email) });

/** All `npm run …` commands that work on stored data. */
export const commands: readonly Command[] = [
  command({
    name: 'students import',
    usage: 'FILE.csv [--encoding NAME]',
    arguments: v.strictObject({ file: text, encoding: v.optional(text), csv: v.optional(text, '') }),
    attach: ({ file, encoding }) => ({ csv: readTextFile(file, encoding) }),
    audit: () => ({ action: 'command', detail: 'students import' }),
    async run({ db }, { csv }) {
      const report = await importStudents(db, csv);
      if (report.added + report.renamed + report.alreadyThere === 0) throw new OperatorError(describeImport(report));
      return describeImport(report);
    },
  }),
  lookupCommand({
    name: 'students export',
    usage: 'EMAIL [FILE.json]',
    arguments: v.strictObject({ email: text, file: v.optional(text) }),
    find: byEmail,
    audit: (_, { id }) => ({ action: 'export', detail: `student ${id}` }),
    run({ db }, { email, file: given }, { id }) {
      const file = given ?? `student-${id}.json`;
      return {
        file,
        said: `Everything stored about ${email} is in ${file}.`,
        text: (use) => exportStudent(db, id, use),
      };
    },
  }),
  lookupCommand({
    name: 'students rename',
    usage: 'EMAIL NAME',
    arguments: v.pipe(
      v.strictObject({ email: text, name: text, rest: v.optional(v.array(text), []) }),
      v.transform(({ email, name, rest }) => ({ email, name: [name, ...rest].join(' ') })),
      v.object({ email: text, name: refusing(Name, (_, reason) => `Nothing was changed: ${reason}.`) }),
    ),
    find: byEmail,
    audit: (_, { id }) => ({ action: 'command', detail: `students rename: student ${id}` }),
    async run({ db }, { email, name }, { id }) {
      if (!(await correctStudent(db, id, { name }))) throw noStudent(email);
      return `${email} is called ${name} now.`;
    },
  }),
  lookupCommand({
    name: 'students email',
    usage: 'EMAIL NEW_EMAIL',
    arguments: v.strictObject({
      email: text,
      newEmail: refusing(Email, (value) => `Nothing was changed: ${value} is not an e-mail.`),
    }),
    async find(db, { email, newEmail }) {
      const id = await studentIdOf(db, email);
      const holder = await findStudent(db, newEmail);
      if (holder === null || holder === id) return { id };
      throw new OperatorError(
        `Nothing was changed: another student has the e-mail ${newEmail}. If they are one person: npm run students -- merge ${email} ${newEmail}`,
      );
    },
    audit: (_, { id }) => ({ action: 'command', detail: `students email: student ${id}` }),
    async run({ db }, { email, newEmail }, { id }) {
      if (!(await correctStudent(db, id, { email: newEmail }))) throw noStudent(email);
      return `${email} has the e-mail ${newEmail} now.`;
    },
  }),
  lookupCommand({
    name: 'students merge',
    usage: 'EMAIL OTHER_EMAIL [--yes]',
    arguments: v.strictObject({ ...withYes.entries, otherEmail: text }),
    async find(db, { email, otherEmail }) {
      const [fromId, intoId] = [await studentIdOf(db, email), await studentIdOf(db, otherEmail)];
      if (fromId === intoId) throw new OperatorError('Nothing was changed: that is one student already.');
      return { fromId, intoId };
    },
    question: ({ email, otherEmail }) =>
      `Move everything stored about ${email} to ${otherEmail} and permanently delete ${email}?`,
    audit: (_, { fromId, intoId }) => ({
      action: 'command',
      detail: `students merge: student ${fromId} into student ${intoId}`,
    }),
    async run({ db }, { email, otherEmail }, merged) {
      const moved = await mergeStudents(db, merged);
      if (!moved) throw noStudent(email);
      return `Merged ${email} into ${otherEmail}: sections ${moved.sections}, detections ${moved.detections}.`;
    },
  }),
  lookupCommand({
    name: 'students delete',
    usage: 'EMAIL [--yes]',
    arguments: withYes,
    find: byEmail,
    question: ({ email }) => `Permanently delete ${email} and everything stored about that student?`,
    audit: (_, { id }) => ({ action: 'deletion', detail: `student ${id}` }),
    async run({ db }, { email }, { id }) {
      const deleted = await deleteStudent(db, id);
      if (!deleted) throw noStudent(email);
      return `Deleted ${email}: ${counted(deleted)}.`;
    },
  }),

  lookupCommand({
    name: 'roster import',
    usage: 'FILE [--dry-run] [--keep] [--owner EMAIL] [--yes]',
    arguments: v.strictObject({
      file: text,
      'dry-run': v.optional(v.boolean(), false),
      keep: v.optional(v.boolean(), false),
      yes: v.optional(v.boolean()),
      owner: v.optional(text),
      files: v.optional(v.record(v.picklist(rosterFiles), text), {}),
    }),
    attach: ({ file }) => ({ files: readRosterFiles(file) }),
    async find(_, { files, owner }, stored) {
      const { roster, problems } = readRoster(files);
      if (problems.length > 0) throw new OperatorError(describeProblems(problems));
      return { roster, trial: await importRoster(stored, roster, { removes: true, isTrial: true, owner }) };
    },
    question: ({ keep, 'dry-run': isDry }, { trial }) =>
      keep || isDry || trial.gone.length === 0
        ? undefined
        : `${trial.gone.join('\n')}\n\nImport the rest, and remove these? With --keep, they stay.`,
    audit: (args) => ({ action: 'command', detail: `roster import${args['dry-run'] ? ' (dry run)' : ''}` }),
    async run(stored, { keep, 'dry-run': isDry, owner }, { roster, trial }) {
      const done = isDry ? trial : await importRoster(stored, roster, { removes: !keep, isTrial: false, owner });
      return describeRoster(roster, done, { isDry, keep });
    },
  }),

  command({
    name: 'teachers list',
    arguments: noArguments,
    audit: () => ({ action: 'command', detail: 'teachers list' }),
    async run({ db }) {
      const teachers = await listTeachers(db);
      const width = Math.max(...teachers.map(({ email }) => email.length));
      const lines = teachers.map(({ email, state, is_administrator, sections, name }) =>
        [
          email.padEnd(width),
          (is_administrator ? 'administrator' : state).padEnd('administrator'.length),
          `sections ${sections}`,
          name,
        ].join('  '),
      );
      // User input must not contain terminal control sequences.
      return lines.map((line) => line.replace(/\p{C}/gu, '').trimEnd()).join('\n');
    },
  }),
  command({
    name: 'teachers invite',
    usage: 'EMAIL',
    arguments: v.strictObject({
      email: refusing(v.pipe(text, v.check(isEmail)), (value) => `${value} is not an e-mail address.`),
    }),
    audit: ({ email }) => ({ action: 'command', detail: `teachers invite: ${normaliseEmail(email)}` }),
    run: (stored, { email }) => teacherChanges.invite(stored, email),
  }),
  ...(['disable', 'enable', 'promote', 'demote'] as const).map((change) =>
    command({
      name: `teachers ${change}`,
      usage: 'EMAIL',
      arguments: ofEmail,
      audit: ({ email }) => ({ action: 'command', email: normaliseEmail(email), detail: `teachers ${change}` }),
      run: (stored, { email }) => teacherChanges[change](stored, email),
    }),
  ),
  command({
    name: 'teachers delete',
    usage: 'EMAIL [--yes]',
    arguments: withYes,
    question: ({ email }) => `Permanently delete the account of ${email} and everything it owns?`,
    audit: ({ email }) => ({ action: 'deletion', email: normaliseEmail(email), detail: 'account, by command' }),
    run: (stored, { email }) => teacherChanges.delete(stored, email),
  }),

  command({
    name: 'agents add',
    usage: 'NAME [--section ID…] [--per-minute N]',
    arguments: v.pipe(
      v.strictObject({
        name: text,
        section: v.optional(v.array(positive), []),
        'per-minute': v.optional(
          refusing(
            rate,
            () =>
              `Nothing was added: --per-minute must be a whole number from ${leastPerMinute} on, as many as one report may have.`,
          ),
          String(perMinute),
        ),
        rest: v.optional(v.array(positive), []),
      }),
      // In `--section 7 8`, the 8 is parsed as a positional argument.
      v.check(({ section, rest }) => section.length > 0 || rest.length === 0),
      v.transform(({ name, section, rest, 'per-minute': eventsPerMinute }) => {
        const ids = [...section, ...rest];
        return { name, eventsPerMinute, sectionIds: ids.length > 0 ? ids : null };
      }),
      NewAgent,
    ),
    audit: ({ name }) => ({ action: 'command', detail: `agents add: ${name}` }),
    async run({ db }, agent) {
      const added = await addAgent(db, agent);
      if ('reason' in added) throw new OperatorError(added.reason);
      return `The key of ${agent.name}, which cannot be shown again:\n${added.key}`;
    },
  }),
  command({
    name: 'agents list',
    arguments: noArguments,
    audit: () => ({ action: 'command', detail: 'agents list' }),
    async run({ db }) {
      const lines = (await listAgents(db)).map(
        ({ name, sectionIds, eventsPerMinute, createdAt, acceptedAt, refusedAt, refusal }) => {
          const reach = sectionIds ? `sections ${sectionIds.join(', ')}` : 'the whole school';
          const heard = acceptedAt ? `last heard ${minuteOf(acceptedAt)}` : 'never heard';
          const refused = refusedAt ? `, last refused ${minuteOf(refusedAt)}: ${refusal}` : '';
          const since = createdAt.toISOString().slice(0, 10);
          return `${name}: ${reach}, ${eventsPerMinute} events a minute, since ${since}, ${heard}${refused}`;
        },
      );
      return lines.join('\n') || 'There are no agents.';
    },
  }),
  command({
    name: 'agents revoke',
    usage: 'NAME',
    arguments: v.strictObject({ name: text }),
    audit: ({ name }) => ({ action: 'command', detail: `agents revoke: ${name}` }),
    async run({ db }, { name }) {
      if (!(await revokeAgent(db, name))) throw new OperatorError(`There is no agent ${name}.`);
      return `The key of ${name} no longer works.`;
    },
  }),

  command({
    name: 'audit',
    usage: '[--since 2026-01-31[T08:00]] [--teacher EMAIL]',
    arguments: v.strictObject({ since: v.optional(moment), teacher: v.optional(text) }),
    audit: () => ({ action: 'command', detail: 'audit' }),
    run: ({ db }, query) => ({ text: (use) => readAudit(db, query, use) }),
  }),

  command({
    name: 'mistakes',
    usage: '',
    arguments: noArguments,
    audit: () => ({ action: 'command', detail: 'mistakes' }),
    run: async ({ db }) => describeMistakes(await countMistakes(db)),
  }),

  copyCommand({
    name: 'backup',
    usage: 'FILE',
    arguments: v.strictObject({ file: text }),
    async copy(settings, { file }) {
      await readStored(settings, (contents) => writeBackup(file, withProgress(withoutSecrets(contents))));
      return `Everything except JWT_SECRET is in ${file}. Keep JWT_SECRET too, in another place.`;
    },
  }),
  copyCommand({
    name: 'restore',
    usage: 'FILE',
    arguments: v.strictObject({ file: text }),
    async copy(settings, { file }) {
      // Backups of older versions have what is left out now.
      await writeStored(settings, withProgress(withoutSecrets(await readBackup(file))));
      return `Everything in ${file} is restored. Everyone must sign in again.`;
    },
  }),
  copyCommand({
    name: 'move',
    arguments: noArguments,
    async copy(settings) {
      const { databaseUrl, dataDirectory } = settings;
      if (databaseUrl === undefined) throw needsPostgres('move');
      await readEmbedded(dataDirectory, (contents) => writeStored(settings, withProgress(contents)));
      return [
        `Everything in ${dataDirectory} is now at DATABASE_URL, too.`,
        'Sign-ins and screenshot URLs stay valid only with the same JWT_SECRET. Unless you had set it yourself,',
        `set it to the content of ${jwtSecretFile(dataDirectory)}.`,
      ].join('\n');
    },
  }),
  copyCommand({
    name: 'migrate',
    arguments: noArguments,
    async copy({ databaseUrl }) {
      if (databaseUrl === undefined) throw needsPostgres('migrate');
      const database = await openPostgres(databaseUrl, () => {});
      await database.close();
      return 'The database at DATABASE_URL is migrated. Instances of this version can start.';
    },
  }),
];

const needsPostgres = (name: string) =>
  new OperatorError(`Usage: DATABASE_URL=postgres://user:password@host:5432/vigil npm run ${name}`);

/** UTC, to the minute. */
const minuteOf = (moment: Date) => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

const shownProblems = 100;

function describeProblems(problems: Problem[]): string {
  const more = problems.length - shownProblems;
  return [
    ...problems.slice(0, shownProblems).map(({ file, line, reason }) => `${file}, line ${line}: ${reason}.`),
    ...(more > 0 ? [`And ${more} more.`] : []),
    'Nothing was imported. Correct the export and import it again.',
  ].join('\n');
}

const leftOut = (count: number) =>
  count === 1 ? '1 class whose term has ended was left out.' : `${count} classes whose terms have ended were left out.`;

function describeRoster(
  { classes, teachers, students, over }: Roster,
  { done, gone }: RosterReport,
  { isDry, keep }: { isDry: boolean; keep: boolean },
): string {
  const fate = keep ? ', and left as it is' : isDry ? '' : ', and removed here unless it says otherwise';
  return [
    ...done,
    ...(gone.length > 0 ? [`Gone from the export${fate}:`, ...gone] : []),
    ...(over.length > 0 ? [leftOut(over.length)] : []),
    ...(done.length + gone.length === 0 ? ['Nothing has changed.'] : []),
    `The export has ${howMany(classes.length, 'class', 'classes')}, ${howMany(teachers.length, 'teacher')} and ${howMany(students.length, 'student')}.`,
    ...(isDry ? ['This was a dry run: nothing was changed, and nobody was mailed.'] : []),
  ].join('\n');
}

function describeImport({ added, renamed, alreadyThere, skipped, alike }: ImportReport): string {
  return [
    ...skipped.map(({ line, reason }) => `Line ${line} skipped: ${reason}.`),
    ...alike.map(
      ({ name, email, other }) =>
        `${name} is new as ${email}, and ${other} has that name. If they are one person: npm run students -- merge ${other} ${email}`,
    ),
    `${added} added, ${renamed} renamed, ${alreadyThere} already there, ${skipped.length} skipped.`,
    ...(skipped.length > 0
      ? ['Correct the skipped lines and import the file again: the others stay as they are.']
      : []),
  ].join('\n');
}
