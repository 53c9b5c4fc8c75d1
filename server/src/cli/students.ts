import { readFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { MergeReport, StudentReport } from '../domain/section/changeStudents';
import { exportEnd } from '../domain/section/exportStudent';
import { ImportReport, Name } from '../domain/section/importStudents';
import { OperatorError } from '../platform/config/operatorError';
import { readSettings } from '../platform/config/settings';
import { atomicWrite } from '../platform/files/atomicWrite';
import { Email } from '../platform/mail/email';
import { runCommand } from './command';
import { confirm } from './confirm';
import { decodeText } from './decodeText';
import { runTask, serverFailed, streamTask } from './tasks';

const usage = `Usage: npm run students -- import FILE.csv [--encoding NAME]
       npm run students -- export EMAIL [FILE.json]
       npm run students -- rename EMAIL NAME
       npm run students -- email EMAIL NEW_EMAIL
       npm run students -- merge EMAIL OTHER_EMAIL [--yes]
       npm run students -- delete EMAIL [--yes]`;

await runCommand(async () => {
  const { action, given, rest, isSure, encoding } = readArguments();
  const settings = readSettings(process.env);
  switch (action) {
    case 'import':
      if (rest.length === 0) return importFile(given);
      break;
    case 'export':
      if (rest.length <= 1) return exportTo(given, rest[0]);
      break;
    case 'rename':
      if (rest.length > 0) return rename(given, rest.join(' '));
      break;
    case 'email':
      if (rest.length === 1) return changeEmail(given, rest[0]);
      break;
    case 'merge':
      if (rest.length === 1) return merge(given, rest[0]);
      break;
    case 'delete':
      if (rest.length === 0) return remove(given);
  }
  throw new OperatorError(usage);

  /** @throws OperatorError when nobody has the e-mail */
  async function find(email: string): Promise<number> {
    const studentId = await runTask(settings, { task: 'findStudent', email }, v.nullable(v.number()));
    if (studentId === null) throw nobodyHas(email);
    return studentId;
  }

  async function importFile(file: string): Promise<never> {
    const report = await runTask(settings, { task: 'importStudents', csv: readText(file, encoding) }, ImportReport);
    for (const { line, reason } of report.skipped) console.log(`Line ${line} skipped: ${reason}.`);
    const { added, renamed, alreadyThere, skipped, alike } = report;
    for (const { name, email, other } of alike) {
      console.log(
        `${name} is new as ${email}, and ${other} has that name. If they are one person: npm run students -- merge ${other} ${email}`,
      );
    }
    console.log(`${added} added, ${renamed} renamed, ${alreadyThere} already there, ${skipped.length} skipped.`);
    if (skipped.length > 0)
      console.log('Correct the skipped lines and import the file again: the others stay as they are.');
    process.exit(added + renamed + alreadyThere > 0 ? 0 : 1);
  }

  async function exportTo(email: string, asked: string | undefined): Promise<never> {
    const studentId = await find(email);
    const file = asked ?? `student-${studentId}.json`;
    await streamTask(settings, { task: 'exportStudent', studentId }, (answer) =>
      atomicWrite(file, (target) => pipeline(whole(answer), target)),
    );
    console.log(`Everything kept of ${email} is in ${file}.`);
    process.exit(0);
  }

  async function rename(email: string, typedName: string): Promise<never> {
    const name = v.safeParse(Name, typedName);
    if (!name.success) throw new OperatorError(`Nothing was changed: ${name.issues[0].message}.`);
    const task = { task: 'renameStudent', studentId: await find(email), name: name.output } as const;
    if (!(await runTask(settings, task, v.boolean()))) throw nobodyHas(email);
    console.log(`${email} is called ${name.output} now.`);
    process.exit(0);
  }

  async function changeEmail(email: string, typed: string | undefined): Promise<never> {
    const newEmail = v.safeParse(Email, typed);
    if (!newEmail.success) throw new OperatorError(`Nothing was changed: ${typed} is not an e-mail.`);
    const studentId = await find(email);
    const holder = await runTask(settings, { task: 'findStudent', email: newEmail.output }, v.nullable(v.number()));
    if (holder !== null && holder !== studentId) {
      throw new OperatorError(
        `Nothing was changed: another student has the e-mail ${newEmail.output}. If they are one person: npm run students -- merge ${email} ${newEmail.output}`,
      );
    }
    const task = { task: 'changeStudentEmail', studentId, email: newEmail.output } as const;
    if (!(await runTask(settings, task, v.boolean()))) throw nobodyHas(email);
    console.log(`${email} has the e-mail ${newEmail.output} now.`);
    process.exit(0);
  }

  async function merge(email: string, into: string | undefined): Promise<never> {
    const [fromId, intoId] = [await find(email), await find(into ?? '')];
    if (fromId === intoId) throw new OperatorError('Nothing was changed: that is one student already.');
    if (!isSure) await confirm(`Move everything that is kept of ${email} to ${into}, and delete ${email} for good?`);
    const report = await runTask(settings, { task: 'mergeStudents', fromId, intoId }, v.nullable(MergeReport));
    if (!report) throw nobodyHas(email);
    console.log(`Merged ${email} into ${into}: sections ${report.sections}, detections ${report.detections}.`);
    process.exit(0);
  }

  async function remove(email: string): Promise<never> {
    const studentId = await find(email);
    if (!isSure) await confirm(`Delete ${email} and everything that is kept of that student for good?`);
    const report = await runTask(settings, { task: 'deleteStudent', studentId }, v.nullable(StudentReport));
    if (!report) throw nobodyHas(email);
    const { sections, detections, screenshots } = report;
    console.log(`Deleted ${email}: sections ${sections}, detections ${detections}, screenshots ${screenshots}.`);
    process.exit(0);
  }
});

function readArguments() {
  try {
    const { values, positionals } = parseArgs({
      options: { yes: { type: 'boolean' }, encoding: { type: 'string' } },
      allowPositionals: true,
    });
    const [action, given, ...rest] = positionals;
    if (given !== undefined) return { action, given, rest, isSure: values.yes === true, encoding: values.encoding };
  } catch {
    // An option that there is not.
  }
  throw new OperatorError(usage);
}

function nobodyHas(email: string): OperatorError {
  return new OperatorError(`No student has the e-mail ${email}.`);
}

/** The same text. @throws OperatorError at its end when that is not the end of an export */
async function* whole(answer: AsyncIterable<string>): AsyncGenerator<string> {
  let end = '';
  try {
    for await (const piece of answer) {
      yield piece;
      end = (end + piece).slice(-exportEnd.length);
    }
  } catch {
    throw serverFailed();
  }
  if (end !== exportEnd) throw serverFailed();
}

/**
 * Reads a file of students. In an encoding that only people can tell from another one, it must be named: a wrong guess would
 * spoil names.
 * @param encoding the name of one, as `TextDecoder` knows it
 * @throws OperatorError
 */
function readText(file: string, encoding: string | undefined): string {
  const bytes = readBytes(file);
  const text = encoding === undefined ? decodeText(bytes) : decoderOf(encoding).decode(bytes);
  // No text has a NUL, and no workbook is without.
  if (text?.includes('\0') ?? bytes.includes(0)) {
    throw new OperatorError(`${file} is not a text file. Save it as CSV UTF-8.`);
  }
  if (text !== null) return text;
  const line = decoderOf('windows-1252')
    .decode(bytes)
    .split(/\r\n?|\n/)
    .find((one: string) => /[^\0-\x7f]/.test(one));
  throw new OperatorError(
    `${file} is not UTF-8. Save it as CSV UTF-8, or name its encoding: --encoding windows-1252 would read “${line?.slice(0, 80)}”.`,
  );
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    throw new OperatorError(`${file} cannot be read.`);
  }
}

function decoderOf(encoding: string) {
  try {
    return new TextDecoder(encoding);
  } catch {
    throw new OperatorError(`There is no encoding ${encoding}.`);
  }
}
