import { deviceHeartbeatMs, deviceSilenceMs, shortestEpisodeMs, takeBackMs } from '@vigil/contract/values';
import { languageCodes } from '@vigil/languages';
import { expect, test } from 'vitest';
import { ENDS_SOON_MS, NAMES_SHOWN_MS, RECENT_MS } from '../../src/constants';
import { words as attendance } from '../../src/screens/attendance/words';
import { words as lesson } from '../../src/screens/lesson/words';
import { words as sections } from '../../src/screens/sections/words';
import { words as triage } from '../../src/screens/triage/words';
import { READY_AFTER_MS, STEADY_MS } from '../../student/src/constants';
import { books } from '../support/catalogues';

const inBook = (book: string, path: string, ms: number, except: string[] = []) =>
  languageCodes
    .filter((language) => !except.includes(language))
    .map((language) => {
      const text = path.split('.').reduce((group: unknown, name) => Object(group)[name], books[book]?.[language]);
      return { where: `${book}.${path}, ${language}`, text: String(text), ms };
    });
const episodes = { no_face: 'vanishing', multiple_faces: 'crowding', left_page: 'leaving' } as const;
const kinds = ['no_face', 'multiple_faces', 'left_page'] as const;

const spelled = [
  ...kinds.flatMap((kind) => [
    { where: `the setting of ${kind}`, text: sections.kindSetting.kinds[kind], ms: shortestEpisodeMs[kind] },
    ...inBook('terms', `meanings.${kind}`, shortestEpisodeMs[kind]),
    ...inBook('student', `watching.${episodes[kind]}`, shortestEpisodeMs[kind]),
  ]),
  // Arabic has a word for two seconds.
  ...inBook('student', 'watching.appearing', READY_AFTER_MS, ['ar']),
  ...inBook('guide', 'lesson.text', RECENT_MS),
  { where: 'names on a projector', text: attendance.door.askNames, ms: NAMES_SHOWN_MS },
  { where: 'the end of a lesson', text: lesson.detection.endsSoon, ms: ENDS_SOON_MS },
  { where: 'often', text: triage.lookNow.often(3), ms: RECENT_MS },
  { where: 'the order of Look now', text: triage.lookNowKeys.order, ms: RECENT_MS },
  { where: 'the legend of the seats', text: triage.lesson.legend.marks('', true), ms: RECENT_MS },
  { where: 'a student who came into view lately', text: triage.lesson.recently, ms: RECENT_MS },
];

// They are words, which no constant can be put into in every language.
test.each(spelled)('what is spelled in words is the duration of its constant: $where', ({ text, ms }) => {
  const isMinutes = ms >= 60_000;
  const count = ms / (isMinutes ? 60_000 : 1000);
  expect(text).toMatch(new RegExp(`(?<!\\d)${count}\\s?\\p{L}`, 'u'));
});

// The contract has values, and no formulas.
test('one heartbeat of a device may get lost, and what it takes back is one interval', () => {
  expect(deviceSilenceMs).toBe(2 * deviceHeartbeatMs + 2000);
  expect(takeBackMs).toBe(deviceHeartbeatMs);
  expect(STEADY_MS).toBeLessThan(deviceSilenceMs);
});
