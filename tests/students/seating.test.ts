import { expect, test } from 'vitest';
import { inPlaces, swapped } from '../../src/machines/students/seating';
import { createKeptLists } from '../../src/services/app/preferences';
import { createSiteStorage } from '../../src/services/app/siteStorage';
import { memoryStorage } from '../support/memoryStorage';

test('places survive a reload, section by section, until they are forgotten', () => {
  const store = memoryStorage();
  const storage = createSiteStorage(() => store);
  const kept = createKeptLists(storage, 'seating');
  const list = ['ada', 'bob'];
  kept.set('7', list);
  const reloaded = createKeptLists(storage, 'seating');
  expect(reloaded.get('7')).toEqual(list);
  expect(reloaded.get('7')).toBe(reloaded.get('7'));
  expect(reloaded.get('8')).toEqual([]);
  reloaded.set('7', []);
  expect(createKeptLists(storage, 'seating').get('7')).toEqual([]);
});

const itself = (key: string) => key;

test('students come in the order of their places, then those without one', () => {
  expect(inPlaces(['ada', 'bob', 'cleo', 'dora'], ['cleo', 'gone', 'ada'], itself)).toEqual([
    'cleo',
    'ada',
    'bob',
    'dora',
  ]);
  expect(inPlaces(['ada', 'bob'], [], itself)).toEqual(['ada', 'bob']);
});

test('two students swap their places', () => {
  expect(swapped(['ada', 'bob', 'cleo'], 'cleo', 'ada')).toEqual(['cleo', 'bob', 'ada']);
});
