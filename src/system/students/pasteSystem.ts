import { fromPromise } from 'xstate';
import { MAX_LIST_FILE_BYTES } from '../../constants';
import { type Lookup, pasteMachine } from '../../machines/students/pasteMachine';
import { messages } from '../../messages';
import { ProblemError, refusal } from '../../model/app/problem';
import { emailsIn, sameEmail } from '../../model/students/emails';
import { readTextFile } from '../../services/textFile';
import type { Student } from '../../services/types';
import type { AppSystem } from '../app/appSystem';
import { studentsOf } from './rosterSystem';

const { paste: words } = messages;

export function providePaste({ session, sectionService }: AppSystem) {
  const lookUp = async (sectionId: string, email: string, signal: AbortSignal): Promise<Lookup> => {
    const isThisOne = (student: Student) => sameEmail(student.email, email);
    const student =
      studentsOf(session(), sectionId).find(isThisOne) ??
      (await sectionService.searchStudents(email, signal)).students.find(isThisOne);
    return student === undefined ? { kind: 'missing', email } : { kind: 'found', email, student };
  };

  return pasteMachine.provide({
    actors: {
      readFile: fromPromise(async ({ input: { file } }) => {
        if (file.size > MAX_LIST_FILE_BYTES) throw refusal(words.fileTooLarge);
        const text = await readTextFile(file).catch(() => {
          throw refusal(words.fileUnreadable);
        });
        if (text === null) throw refusal(words.fileNotText);
        return emailsIn(text);
      }),
      lookUp: fromPromise(async ({ input: { sectionId, emails }, signal }) => {
        const problems: ProblemError[] = [];
        const lookUpOrFail = async (email: string): Promise<Lookup> => {
          try {
            return await lookUp(sectionId, email, signal);
          } catch (error) {
            if (!(error instanceof ProblemError)) throw error;
            problems.push(error);
            return { kind: 'failed', email };
          }
        };
        const lookups = await Promise.all(emails.map(lookUpOrFail));
        if (problems.length === emails.length) throw problems[0];
        return lookups;
      }),
    },
  });
}
