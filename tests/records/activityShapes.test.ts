import { activityKinds } from '@vigil/contract/values';
import { expect, test } from 'vitest';
import { shapeOf } from '../../src/components/Badge';
import { toneOf } from '../../src/screens/records/ActivityBadge';

test('each kind of activity has a shape of its own, and so has any other', () => {
  const shapes = [...activityKinds, 'unheard_of'].map((kind) => JSON.stringify(shapeOf(toneOf(kind))));
  expect(new Set(shapes).size).toBe(activityKinds.length + 1);
});
