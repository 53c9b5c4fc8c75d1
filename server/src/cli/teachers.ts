import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { TeacherList } from '../domain/account/administration';
import { AccountReport } from '../domain/account/deleteAccount';
import { InvitationReport } from '../domain/account/registration';
import { OperatorError } from '../platform/config/operatorError';
import { readSettings, type Settings } from '../platform/config/settings';
import { isEmail } from '../platform/mail/email';
import { runCommand } from './command';
import { confirm } from './confirm';
import { runTask } from './tasks';

const usage = 'Usage: npm run teachers -- list | invite EMAIL | disable EMAIL | enable EMAIL | delete EMAIL [--yes]';

await runCommand(async () => {
  const { action, email, isSure } = readArguments();
  const settings = readSettings(process.env);
  switch (action) {
    case 'list':
      await list(settings);
      break;
    case 'invite':
      await invite(settings, email);
      break;
    case 'disable':
    case 'enable':
      await setState(settings, action, email);
      break;
    case 'delete':
      await remove(settings, email, isSure);
  }
  process.exit(0);
});

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ options: { yes: { type: 'boolean' } }, allowPositionals: true });
    const [action, email = '', ...rest] = positionals;
    const isWhole = rest.length === 0 && (action === 'list') === (email === '');
    const parsed = v.safeParse(v.picklist(['list', 'invite', 'disable', 'enable', 'delete']), action);
    if (isWhole && parsed.success) return { action: parsed.output, email, isSure: values.yes === true };
  } catch {
    // An option that there is not.
  }
  throw new OperatorError(usage);
}

async function list(settings: Settings): Promise<void> {
  const teachers = await runTask(settings, { task: 'listTeachers' }, TeacherList);
  const width = Math.max(...teachers.map(({ email }) => email.length));
  for (const { email, state, sections, name } of teachers) {
    const cells = [email.padEnd(width), state.padEnd('not verified'.length), `sections ${sections}`, name];
    // What people have entered gives the terminal no commands.
    console.log(cells.join('  ').replace(/\p{C}/gu, '').trimEnd());
  }
}

async function invite(settings: Settings, email: string): Promise<void> {
  if (!isEmail(email)) throw new OperatorError(`${email} is not an e-mail address.`);
  const report = await runTask(settings, { task: 'inviteTeacher', email }, InvitationReport);
  if (report === 'hasAccount') throw new OperatorError(`${email} has an account already.`);
  console.log(`Invited ${email}: a mail with the link is on its way, and good for two weeks.`);
}

async function setState(settings: Settings, action: 'disable' | 'enable', email: string): Promise<void> {
  const isThere = await runTask(settings, { task: `${action}Teacher`, email }, v.boolean());
  if (!isThere) throw noAccount(email);
  console.log(
    action === 'disable'
      ? `Disabled the account of ${email}: it is signed out everywhere, and nobody can sign in to it.`
      : `Enabled the account of ${email}.`,
  );
}

async function remove(settings: Settings, email: string, isSure: boolean): Promise<void> {
  if (!isSure) await confirm(`Delete the account of ${email} and everything it owns for good?`);
  const report = await runTask(settings, { task: 'deleteAccount', email }, v.nullable(AccountReport));
  if (!report) throw noAccount(email);
  if (report === 'invitation') {
    console.log(`Withdrew the invitation of ${email}.`);
    return;
  }
  const { sections, detections, screenshots } = report;
  console.log(
    `Deleted the account of ${email}: sections ${sections}, detections ${detections}, screenshots ${screenshots}.`,
  );
}

function noAccount(email: string): OperatorError {
  return new OperatorError(`No account has the e-mail ${email}.`);
}
