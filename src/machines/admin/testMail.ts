import { messages } from '../../messages';
import type { AdminService } from '../../services/admin/adminService';
import type { SubmitWrite } from '../app/writes';

interface TestMailPorts {
  admin(): Promise<Pick<AdminService, 'sendTestMail'>>;
  submitWrite: SubmitWrite;
}

/** Mails the administrator. The session tells the outcome. */
export const sendTestMail = ({ admin, submitWrite }: TestMailPorts): void =>
  submitWrite({
    kind: 'administer',
    about: messages.admin.system.testMailAbout,
    perform: async (signal) => (await (await admin()).sendTestMail(signal)).sentence,
  });
