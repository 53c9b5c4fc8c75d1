import { englishWords as components } from './components/words';
import { englishMessages as publicMessages } from './publicMessages';
import { words as admin } from './screens/admin/words';
import { words as app } from './screens/app/words';
import { words as attendance } from './screens/attendance/words';
import { words as lesson } from './screens/lesson/words';
import { words as live } from './screens/live/words';
import { words as logs } from './screens/logs/words';
import { words as records } from './screens/records/words';
import { words as reports } from './screens/reports/words';
import { words as roster } from './screens/roster/words';
import { words as sections } from './screens/sections/words';
import { words as session } from './screens/session/words';
import { words as students } from './screens/students/words';
import { words as triage } from './screens/triage/words';
import { inTeachersLanguage } from './teachersLanguage';

/**
 * Every text that teachers read, by feature: `screens/<feature>/words.ts`. In each group, the specification's own texts come first.
 * Those of the public pages are in `publicMessages.ts`.
 */
export const englishMessages = {
  ...publicMessages,
  components,
  ...app,
  ...live,
  ...students,
  ...records,
  ...lesson,
  ...attendance,
  ...logs,
  ...triage,
  ...reports,
  ...roster,
  ...session,
  ...sections,
  ...admin,
} as const;

/** The texts in the teachers' language. Charts, screens and test drivers take them from here. */
export const messages = inTeachersLanguage(englishMessages);
