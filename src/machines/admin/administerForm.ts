import { SUCCESS_REDIRECT_MS } from '../../constants';
import { messages } from '../../messages';
import { invalid, type Problem } from '../../problem';
import type { AdminChange, AdminService } from '../../services/admin/adminService';
import { checks, emailLike, filled, given } from '../app/checks';
import { createFormMachine, type FormValues } from '../app/formMachine';
import type { SendWrite } from '../app/writes';

/** What the form of a change needs of the world. */
export interface AdministerPorts {
  admin(): Promise<Pick<AdminService, 'change'>>;
  sendWrite: SendWrite;
  /** The change was sent, and may have been made. */
  changed(): void;
  /** Takes the key of a new agent: as an answer, the secret would pass through the charts. */
  takeKey(name: string, key: string): void;
}

const { validation } = messages;

/** Splits `7, 8`. Null for nothing: the whole school. */
const sectionsIn = (text: string): number[] | null => {
  const ids = text.split(/[\s,;]+/).filter((part) => part !== '');
  return ids.length === 0 ? null : ids.map(Number);
};

function sectionIds({ section_ids = '' }: FormValues): Problem | null {
  const isId = (id: number) => Number.isInteger(id) && id > 0;
  return sectionsIn(section_ids)?.every(isId) === false
    ? invalid(messages.admin.sectionIdsInvalid, 'section_ids')
    : null;
}

/** Returns the change that the form's values describe. `what` comes from the dialog, not from the administrator. */
function changeIn(values: FormValues): AdminChange {
  const { what = '', id = '', day = '', count = '', email = '', name = '', section_ids = '' } = values;
  switch (what) {
    case 'deleteStudent':
      return { what, id };
    case 'deleteLeavers':
      return { what, day, count: Number(count) };
    case 'moveSection':
      return { what, id, email: email.trim() };
    case 'addAgent':
      return { what, name: name.trim(), sectionIds: sectionsIn(section_ids) };
    case 'revokeAgent':
      return { what, name };
    case 'disable':
    case 'enable':
    case 'promote':
    case 'demote':
    case 'delete':
      return { what, email };
    default:
      return { what: 'invite', email: email.trim() };
  }
}

/** What is typed for a change besides the password. */
const typed: Partial<Record<AdminChange['what'], ReturnType<typeof checks>>> = {
  invite: checks(filled('email', validation.emailRequired), emailLike('email')),
  moveSection: checks(filled('email', validation.emailRequired), emailLike('email')),
  addAgent: checks(filled('name', messages.admin.agentNameRequired), sectionIds),
};

/**
 * Any change of an administrator: each asks for their password, because the page may be open where others reach it. It is done 2 s
 * after success, which closes its dialog.
 */
export const administerForm = ({ admin, sendWrite, changed, takeKey }: AdministerPorts) =>
  createFormMachine({
    id: 'administer',
    validate: (values) => [
      ...(typed[changeIn(values).what]?.(values) ?? []),
      ...checks(given('password', validation.passwordRequired))(values),
    ],
    async submit({ password = '', ...values }, signal) {
      const change = changeIn(values);
      const perform = async (sending: AbortSignal) => {
        const { sentence, key } = await (await admin()).change(change, password, sending);
        if (key !== undefined && change.what === 'addAgent') takeKey(change.name, key);
        return sentence;
      };
      try {
        const about = messages.admin.changes[change.what].title;
        const { sentence } = await sendWrite({ kind: 'administer', about, perform }, signal);
        return sentence === null ? {} : { sentence };
      } finally {
        changed();
      }
    },
    afterSuccess: { delayMs: SUCCESS_REDIRECT_MS },
    // A change in flight cannot be cancelled.
    staysWhileSubmitting: true,
  });
