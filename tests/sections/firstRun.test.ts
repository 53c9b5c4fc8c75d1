import { expect, test } from 'vitest';
import { type FirstStep, firstStepOf } from '../../src/machines/sections/firstRun';
import type { Section } from '../../src/services/app/types';
import { ada, aSection } from '../support/samples';

const section = (id: string, rest: Partial<Section> = {}) => aSection({ id, students: [], ...rest });

const empty = section('1', { wasStarted: false });
const ready = section('2', { wasStarted: false, students: [ada] });
const started = section('3', { wasStarted: true });
/** From a backend that does not say whether detection was ever started. */
const untold = section('4', { students: [ada] });

test.each<[string, Section[], FirstStep | null]>([
  ['nothing', [], { step: 'create' }],
  ['sections without students', [empty, section('5')], { step: 'addStudents', section: section('5') }],
  ['students', [ready, empty], { step: 'start', section: ready }],
  ['a lesson, and no students any more', [started, empty], null],
  ['students, and a backend that does not tell of lessons', [untold], null],
  ['students, and a backend that tells of some sections only', [ready, untold], null],
])('after %s the next step of the first run is right', (_, sections, step) => {
  expect(firstStepOf(sections, false)).toEqual(step);
});

test('the first run ends with the first start that the page sees', () => {
  expect(firstStepOf([ready], true)).toBeNull();
  expect(firstStepOf([], true)).toEqual({ step: 'create' });
});
