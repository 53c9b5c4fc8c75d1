import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../support/product';

/* docs/architecture.md, "What projector mode covers": where screens may read raw students and logs. */

const screens = join(root, 'src/screens');
/** Ways around the cover: the logs actor's logs, and the session's sections with their students. */
const uncovered =
  /\bcontext\??\.(logs|students|sections)\b|\bcontext: \{[^}]*\b(logs|students|sections)\b|\bselectSection\b/;

/** Allowed files, with the reason. */
const owners: Record<string, string> = {
  'roster/AddStudentsScreen.tsx': 'is not shown in projector mode',
  'sections/DashboardScreen.tsx': 'counts them',
  'sections/CreateSection.tsx': 'counts them',
  'sections/SectionLayout.tsx': 'covers the section',
  'logs/LogsPanel.tsx': 'counts them',
  'records/recordsPage.ts': 'covers the logs',
  'sections/OthersRunning.tsx': 'names the section',
  'sections/KindSetting.tsx': 'counts the mistakes',
};

test('screens read students and logs only through the projector mode cover', () => {
  const files = readdirSync(screens, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(40);
  const reading = files.filter((file) => uncovered.test(readFileSync(join(screens, file), 'utf8')));
  expect(reading.filter((file) => !(file in owners))).toEqual([]);
});
