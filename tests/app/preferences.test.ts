import { expect, test } from 'vitest';
import { createKeptLists } from '../../src/services/app/preferences';
import { createSiteStorage } from '../../src/services/app/siteStorage';
import { memoryStorage } from '../support/memoryStorage';

test('lists survive a reload, section by section, until they are forgotten', () => {
  const store = memoryStorage();
  const storage = createSiteStorage(() => store);
  const kept = createKeptLists(storage, 'classView');
  const list = ['tiles', 'room'];
  kept.set('7', list);
  const reloaded = createKeptLists(storage, 'classView');
  expect(reloaded.get('7')).toEqual(list);
  expect(reloaded.get('7')).toBe(reloaded.get('7'));
  expect(reloaded.get('8')).toEqual([]);
  reloaded.set('7', []);
  expect(createKeptLists(storage, 'classView').get('7')).toEqual([]);
});
