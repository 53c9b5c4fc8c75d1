import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  changeAddress,
  createFinder,
  createIndexer,
  indexLogs,
  isFiltered,
  type LogsAddress,
  noFilters,
  readAddress,
} from '../../src/machines/logs/logFilters';
import type { DetectionLog } from '../../src/services/app/types';
import { studentKeyOf } from '../../src/studentKeys';
import { aLog, bob, logsOf, of } from '../support/samples';

/** A moment of the local calendar, as teachers read it. */
const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute).getTime();

const log = (id: string, changes?: Partial<DetectionLog>) => aLog({ id, time: at(21, 8), ...changes });

/** By which a filter names a student. */
const keyOf = (who: string) => studentKeyOf(who, '');

/** Newest first, as they are fetched. */
const logs: DetectionLog[] = [
  log('6', {
    time: at(22, 0),
    activityType: 'multiple_faces',
    sessionId: '12',
    review: { state: 'seen', note: 'Twin', reviewedAt: null },
  }),
  log('5', { time: at(21, 23, 59), ...of(bob), details: 'For 4 seconds', sessionId: '11', review: null }),
  log('4', {
    time: at(21, 8, 2),
    activityType: 'phone',
    sessionId: '11',
    review: { state: 'dismissed', note: '', reviewedAt: null },
  }),
  log('3', { time: at(21, 8, 1), studentName: 'Zoë Ångström', studentEmail: '', sessionId: null, review: null }),
  log('2', { time: at(20, 8), ...of(bob), activityType: null }),
  log('1', { time: null, activityType: 'suspicious_application' }),
];
/** By one that has found nothing before. */
const findLogs: ReturnType<typeof createFinder> = (index, address) => createFinder()(index, address);
const usual: LogsAddress = { ...noFilters, sort: 'newest', page: 1 };
const idsOf = (some: readonly DetectionLog[], changes: Partial<LogsAddress>) =>
  findLogs(indexLogs(some), { ...usual, ...changes }).map(({ id }) => id);
const ids = (changes: Partial<LogsAddress>) => idsOf(logs, changes);

test('the index of logs that come and go is what one of all of them would be', () => {
  const indexOf = createIndexer();
  const reviewed = { ...logs[3]!, review: { state: 'seen' as const, note: 'Bell', reviewedAt: 1 } };
  for (const there of [
    logs.slice(0, 2),
    logs,
    [log('7', { time: at(23, 9), studentName: 'Eve', studentEmail: 'eve@school.example' }), ...logs],
    logs.with(3, reviewed),
    logs.toSpliced(1, 3),
    [],
    logs.slice(4),
  ]) {
    const { kinds: _, entries, ...choices } = indexOf(there);
    const { kinds: __, entries: anew, ...expected } = indexLogs(there);
    expect(choices).toEqual(expected);
    expect(entries.map(({ log: { id }, day, details, note }) => [id, day, details, note])).toEqual(
      anew.map(({ log: { id }, day, details, note }) => [id, day, details, note]),
    );
    expect(findLogs(indexOf(there), { ...usual, text: 'noyce' })).toEqual(
      findLogs(indexLogs(there), { ...usual, text: 'noyce' }),
    );
  }
});

test('the index looks only at what came and went', () => {
  const indexOf = createIndexer();
  let read = 0;
  const many = logsOf(1_000).map((one) =>
    Object.defineProperty(one, 'details', {
      get() {
        read += 1;
        return '';
      },
    }),
  );
  indexOf(many);
  expect(read).toBeGreaterThan(0);
  read = 0;
  const [newest, newer, old] = [log('newest'), log('newer'), log('old')];
  indexOf([...many, old]);
  indexOf([newer, ...many, old]);
  expect(read).toBe(0);
  // Those between two changes are looked at again.
  indexOf([newest, newer, ...many.slice(0, 500), ...many.slice(501), old]);
  expect(read).toBeLessThanOrEqual(2 * 500);
});

describe('found again and again', () => {
  const indexes = [indexLogs(logs), indexLogs(logs.slice(2))];
  const anySought = fc.record(
    {
      index: fc.constantFrom(...indexes),
      text: fc.constantFrom('n', 'no', 'no ', 'no s', 'Å', 'ΟΣ', 'ΟΣΑ', 'seconds 4', ''),
      lesson: fc.constantFrom('11', '12', ''),
      day: fc.constantFrom('2026-11-21', ''),
      type: fc.constantFrom('no_face', 'unknown', ''),
      student: fc.constantFrom('bob@school.example', ''),
      review: fc.constantFrom('none', 'seen', ''),
      sort: fc.constantFrom('newest' as const, 'oldest' as const, 'student' as const, 'type' as const),
    },
    { requiredKeys: ['index'] },
  );

  test('is what would be found at once, whatever was sought before', () => {
    fc.assert(
      fc.property(fc.array(anySought, { minLength: 2, maxLength: 8 }), (all) => {
        const find = createFinder();
        let sought: LogsAddress = usual;
        for (const { index, ...changes } of all) {
          sought = { ...sought, ...changes };
          expect(find(index, sought)).toEqual(findLogs(index, sought));
        }
      }),
      { numRuns: 500 },
    );
  });

  test('a final sigma that is typed on is none any more', () => {
    const index = indexLogs([log('1', { details: 'οσα' }), log('2', { details: 'ος' })]);
    const find = createFinder();
    expect(find(index, { ...usual, text: 'ΟΣ' }).map(({ id }) => id)).toEqual(['2']);
    expect(find(index, { ...usual, text: 'ΟΣΑ' }).map(({ id }) => id)).toEqual(['1']);
  });

  test('looks, as a word is typed on or another choice made, only at what was found', () => {
    let looked = 0;
    const index = indexLogs(logs);
    const watched = {
      ...index,
      get entries() {
        looked += 1;
        return index.entries;
      },
    };
    const find = createFinder();
    const looksAfter = (changes: Partial<LogsAddress>) => {
      const before = looked;
      find(watched, { ...usual, ...changes });
      return looked - before;
    };
    expect(looksAfter({ text: 'no' })).toBe(1);
    expect(looksAfter({ text: 'noy' })).toBe(0);
    expect(looksAfter({ text: 'noy', day: '2026-11-21' })).toBe(0);
    expect(looksAfter({ text: 'noyc 4', day: '2026-11-21', sort: 'oldest' })).toBe(0);
    expect(looksAfter({ text: 'noyc', day: '2026-11-21' })).toBe(1);
    expect(looksAfter({ text: 'noyc', day: '2026-11-20' })).toBe(1);
    expect(looksAfter({ text: 'noyc' })).toBe(1);
  });
});

describe('what is found', () => {
  test.each<[string, Partial<LogsAddress>, string[]]>([
    ['everything', {}, ['6', '5', '4', '3', '2', '1']],
    ['a lesson', { lesson: '11' }, ['5', '4']],
    ['a day, from its first minute to its last', { day: '2026-11-21' }, ['5', '4', '3']],
    ['a day, the next', { day: '2026-11-22' }, ['6']],
    ['a type', { type: 'multiple_faces' }, ['6']],
    ['a type that only the backend knows', { type: 'phone' }, ['4']],
    ['no type', { type: 'unknown' }, ['2']],
    ['a student', { student: keyOf('bob@school.example') }, ['5', '2']],
    ['a student without an e-mail', { student: keyOf('Zoë Ångström') }, ['3']],
    ['what is not reviewed', { review: 'none' }, ['5', '3']],
    ['what was seen', { review: 'seen' }, ['6']],
    ['what was dismissed', { review: 'dismissed' }, ['4']],
    ['words of the details', { text: '4 sec' }, ['5']],
    ['words of the name, without its marks and capitals', { text: 'angstrom ZOE' }, ['3']],
    ['words with marks', { text: 'Ångström' }, ['3']],
    ['words of the e-mail', { text: 'bob@' }, ['5', '2']],
    ['words of the type as it is shown', { text: 'suspicious app' }, ['1']],
    ['words of a note', { text: 'twin' }, ['6']],
    ['blanks only', { text: '  ' }, ['6', '5', '4', '3', '2', '1']],
    ['words that are all there, of different kinds', { text: 'noyce seconds' }, ['5']],
    ['a word across the name and the e-mail', { text: 'noycebob' }, []],
    ['words, one of them missing', { text: 'noyce minutes' }, []],
    ['several filters at once', { student: keyOf('bob@school.example'), day: '2026-11-21', text: 'second' }, ['5']],
    ['filters that exclude each other', { type: 'phone', lesson: '12' }, []],
    ['a value of none of the logs', { student: keyOf('nobody@school.example') }, []],
  ])('%s', (_name, changes, expected) => {
    expect(ids(changes)).toEqual(expected);
  });

  describe('by episode', () => {
    const reviewed = (state: 'seen' | 'dismissed', answeredAt?: number) => ({
      review: { state, note: '', reviewedAt: 1 },
      ...(answeredAt !== undefined && { answer: 'The sun was low.', answeredAt }),
    });
    /** Newest first: two episodes of 8:10, both begun in the minute before, and one each of 8:02 and 8:00. */
    const episodes = [
      log('7', { time: at(21, 8, 10), review: null }),
      log('6', { time: at(21, 8, 10), ...of(bob), ...reviewed('dismissed') }),
      log('5', { time: at(21, 8, 9), ...reviewed('dismissed') }),
      log('4', { time: at(21, 8, 9), ...of(bob), ...reviewed('dismissed') }),
      log('3', { time: at(21, 8, 2), ...reviewed('seen', 2) }),
      log('2', { time: at(21, 8, 2), ...of(bob), review: null }),
      log('1', { time: at(21, 8, 0), ...reviewed('seen') }),
    ];
    test.each<[string, string, string[]]>([
      ['those that count, each by its newest log', '', ['7', '3', '2', '1']],
      ['those that count, even if they are asked for', 'kept', ['7', '3', '2', '1']],
      ['episodes that were dismissed', 'dismissed', ['6']],
      ['those that nobody has reviewed, or that were answered since', 'none', ['3', '2']],
      ['those that a teacher has reviewed', 'seen', ['7', '1']],
      ['those, and the dismissed ones', 'reviewed', ['7', '6', '1']],
      ['those with an answer', 'answered', ['3']],
      ['those with an answer that nobody has looked at', 'newAnswer', ['3']],
    ])('%s', (_, review, expected) => {
      expect(idsOf(episodes, { unit: 'episodes', review })).toEqual(expected);
    });

    test('of a student, oldest first', () => {
      const student = keyOf('bob@school.example');
      expect(idsOf(episodes, { unit: 'episodes', student })).toEqual(['2']);
      expect(idsOf(episodes, { unit: 'episodes', sort: 'oldest' })).toEqual(['1', '2', '3', '7']);
    });

    test('a log alone is kept, is reviewed or has a new answer', () => {
      expect(idsOf(episodes, { review: 'kept' })).toEqual(['7', '3', '2', '1']);
      expect(idsOf(episodes, { review: 'newAnswer' })).toEqual(['3']);
      expect(idsOf(episodes, { review: 'reviewed' })).toEqual(['6', '5', '4', '3', '1']);
    });
  });

  test('words of another script, without its marks and capitals', () => {
    const zoe = [log('1', { studentName: 'Ζωή' })];
    expect(idsOf(zoe, { text: 'ζωη' })).toEqual(['1']);
    expect(idsOf(zoe, { text: 'ΖΩΉ' })).toEqual(['1']);
  });

  test.each<[LogsAddress['sort'], string[]]>([
    ['newest', ['6', '5', '4', '3', '2', '1']],
    ['oldest', ['2', '3', '4', '5', '6', '1']],
    ['student', ['6', '4', '1', '5', '2', '3']],
    ['type', ['6', '5', '3', '4', '1', '2']],
  ])('sorted by %s', (sort, expected) => {
    expect(ids({ sort })).toEqual(expected);
  });

  test('what can be chosen is what there is, with how often', () => {
    const index = indexLogs(logs);
    expect(index.days).toEqual([
      { value: '2026-11-22', label: '2026-11-22', count: 1 },
      { value: '2026-11-21', label: '2026-11-21', count: 3 },
      { value: '2026-11-20', label: '2026-11-20', count: 1 },
    ]);
    expect(index.types.map(({ label, count }) => [label, count])).toEqual([
      ['Multiple Faces', 1],
      ['No Face Detected', 2],
      ['phone', 1],
      ['Suspicious Application', 1],
      ['Unknown', 1],
    ]);
    expect(index.students.map(({ label, count }) => [label, count])).toEqual([
      ['Ada Lovelace', 3],
      ['Bob Noyce', 2],
      ['Zoë Ångström', 1],
    ]);
    expect(index.lessonCounts).toEqual(
      new Map([
        ['12', 1],
        ['11', 2],
      ]),
    );
  });

  test('a student is one, however a backend writes her email', () => {
    const some = [log('2', { studentEmail: 'Ada@School.example ' }), log('1')];
    expect(indexLogs(some).students).toMatchObject([{ value: keyOf('ada@school.example'), count: 2 }]);
    expect(idsOf(some, { student: keyOf('ada@school.example') })).toEqual(['2', '1']);
  });

  test('students can be chosen in the order of their names, and numbers count as such; of nobody there is no choice', () => {
    const named = (studentName: string) => log(studentName, { studentName, studentEmail: '' });
    const { students } = indexLogs(['Student 10', 'Student 2', '', 'Ada'].map(named));
    expect(students.map(({ label }) => label)).toEqual(['Ada', 'Student 2', 'Student 10']);
  });

  test('a day is written as addresses write it', () => {
    const [day] = indexLogs([log('1', { time: new Date(2026, 2, 5).getTime() })]).days;
    expect(day?.value).toBe('2026-03-05');
  });

  test('reviews can be asked for where the backend keeps them', () => {
    expect(indexLogs(logs).hasReviews).toBe(true);
    expect(indexLogs([log('1', { review: null })]).hasReviews).toBe(true);
    expect(indexLogs([log('1')]).hasReviews).toBe(false);
  });
});

describe('the address', () => {
  const read = (query: string) => readAddress(new URLSearchParams(query));
  const changed = (query: string, changes: Partial<LogsAddress>) =>
    changeAddress(new URLSearchParams(query), changes).toString();

  test('says nothing: everything, newest first, from the first page', () => {
    expect(read('')).toEqual(usual);
  });

  test('says all there is to say, and is read as it was written', () => {
    const all: LogsAddress = {
      lesson: '12',
      day: '2026-11-21',
      type: 'no_face',
      student: keyOf('ada+1@school.example'),
      review: 'none',
      unit: 'episodes',
      text: 'Zoë & =1',
      sort: 'student',
      page: 12,
    };
    expect(read(changed('', all))).toEqual(all);
  });

  test('a student is named by a key, which tells nobody the email; an older address still works', () => {
    const { student } = read('student=ada%40school.example');
    expect(student).toBe(keyOf('ada@school.example'));
    expect(changed('', { student })).toMatch(/^student=[0-9a-z]{14}$/);
    expect(read('student=Zo%C3%AB+%C3%85ngstr%C3%B6m').student).toBe(keyOf('Zoë Ångström'));
  });

  test.each(['0', '-1', '1.5', 'x', '', '1e3', '99999999999'])('the page %j is the first', (page) => {
    expect(read(`page=${page}`).page).toBe(1);
  });

  test('an order that there is not is the usual one', () => {
    expect(read('sort=price').sort).toBe('newest');
  });

  test('a filter leads to the first page, and what is as usual is left out', () => {
    expect(changed('page=3', { type: 'no_face' })).toBe('type=no_face');
    expect(changed('page=3&type=no_face', { type: '' })).toBe('');
    expect(changed('type=no_face&page=3', { sort: 'newest' })).toBe('type=no_face');
    expect(changed('type=no_face', { page: 2 })).toBe('type=no_face&page=2');
    expect(changed('type=no_face&page=2', { page: 1 })).toBe('type=no_face');
    expect(changed('day=2026-11-21&text=a&sort=oldest&page=2', noFilters)).toBe('sort=oldest');
  });

  test.each<[Partial<LogsAddress>, boolean]>([
    [{}, false],
    [{ sort: 'oldest', page: 2 }, false],
    [{ lesson: '12' }, true],
    [{ day: '2026-11-21' }, true],
    [{ type: 'no_face' }, true],
    [{ student: 'ada@school.example' }, true],
    [{ review: 'none' }, true],
    [{ text: 'a' }, true],
  ])('looks for something, with %j: %j', (changes, expected) => {
    expect(isFiltered({ ...usual, ...changes })).toBe(expected);
  });

  test('what else it says stays', () => {
    expect(changed('inspect=1&type=no_face', noFilters)).toBe('inspect=1');
  });
});

test.each(['review=x', 'review=toString', 'day=yesterday', 'day=2026-13-45', 'sort=x', 'page=x', 'page=0'])(
  'an address with %s looks for what one without it does',
  (query) => {
    expect(readAddress(new URLSearchParams(query))).toEqual(readAddress(new URLSearchParams()));
  },
);
