import { describe, expect, test } from 'vitest';
import { badgeToneOf, isUnheard, isUnwatched, type Known, mayDetect, watchOf } from '../../src/machines/lesson/watch';

const watching: Known = { isActive: true, isUnreachable: false, isSure: true, agents: 'watching' };

describe('who watches a section', () => {
  test('is what its agents do, while detection is active', () => {
    for (const agents of [
      'untold',
      'awaited',
      'knocking',
      'missed',
      'watching',
      'silent',
      'refused',
      'misdated',
    ] as const) {
      expect(watchOf({ ...watching, agents })).toBe(agents);
    }
  });

  test('is nobody while detection is not active, whatever was said of agents', () => {
    expect(watchOf({ ...watching, isActive: false })).toBe('inactive');
  });

  test('is not known before anything has said lately whether detection is active', () => {
    expect(watchOf({ ...watching, isSure: false })).toBe('checking');
  });

  test('is not known where the server cannot be reached, whatever was known before', () => {
    expect(watchOf({ ...watching, isUnreachable: true })).toBe('unreachable');
    expect(watchOf({ ...watching, isSure: false, isUnreachable: true })).toBe('unreachable');
  });

  test('has three looks: green while something watches, as far as is told; yellow while nothing does; and neither', () => {
    expect((['watching', 'untold'] as const).map(badgeToneOf)).toEqual(['green', 'green']);
    const unwatched = ['missed', 'silent', 'refused', 'misdated'] as const;
    expect(unwatched.map(badgeToneOf)).toEqual(['yellow', 'yellow', 'yellow', 'yellow']);
    expect(unwatched.every(isUnwatched)).toBe(true);
    const neither = ['awaited', 'knocking', 'inactive', 'checking', 'unreachable'] as const;
    expect(neither.map(badgeToneOf)).toEqual(['neutral', 'neutral', 'neutral', 'neutral', 'neutral']);
    expect(neither.some(isUnwatched)).toBe(false);
  });

  test('decides whether a detection may come', () => {
    expect((['watching', 'untold', 'awaited'] as const).every(mayDetect)).toBe(true);
    const cannot = [
      'missed',
      'knocking',
      'silent',
      'refused',
      'misdated',
      'inactive',
      'checking',
      'unreachable',
    ] as const;
    expect(cannot.some(mayDetect)).toBe(false);
  });

  test('is known to be nobody yet while devices start, wait at the door or are missed', () => {
    expect((['awaited', 'knocking', 'missed'] as const).every(isUnheard)).toBe(true);
    expect((['watching', 'untold', 'silent', 'refused', 'paused', 'inactive'] as const).some(isUnheard)).toBe(false);
  });
});
