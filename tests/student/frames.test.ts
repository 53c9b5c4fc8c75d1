import { expect, test } from 'vitest';
import { type FrameEvent, watchFrames } from '../../student/src/machines/frames';
import { createPresence } from '../../student/src/machines/presence';
import type { CameraEvent } from '../../student/src/services/camera';

const epoch = { epoch: 'e', at: 0 };
const face = { score: 0.9, left: 90, top: 60, right: 160, bottom: 140 };
const picture = { width: 256, height: 192, faces: [face], part: 0, mean: 120, deviation: 40, lights: [] };

/** A watch of pictures that a test shows, one a second. */
function watched() {
  const presence = createPresence();
  presence.answer(epoch);
  presence.note('watching', 0);
  const told: FrameEvent[] = [];
  let send = (_: CameraEvent) => {};
  const camera = {
    watch(tell: (event: CameraEvent) => void) {
      send = tell;
      return () => {};
    },
  };
  watchFrames({ camera, presence }, null, (event) => told.push(event));
  let at = 0;
  return {
    presence,
    told,
    show(prints: number[]) {
      for (const print of prints) {
        at += 1_000;
        send({ type: 'seen', sighting: { ...picture, print }, at, elapsed: 1_000 });
      }
    },
    miss(elapsed: number) {
      at += elapsed;
      send({ type: 'missed', at, elapsed });
    },
  };
}

test('a gap after new pictures begins at the last one', () => {
  const { presence, told, show, miss } = watched();
  show([1, 2, 3]);
  miss(8_000);
  expect(told.at(-1)).toEqual({ type: 'frames.missed', at: 11_000, elapsed: 8_000 });
  expect(presence.pastAt(11_000)[0]).toMatchObject({ state: 'watching', elapsed_ms: 0, ended_elapsed_ms: 3_000 });
});

test('a gap after the same picture again begins when it was new', () => {
  const { presence, told, show, miss } = watched();
  show([1, 2, 3, 3, 3]);
  miss(8_000);
  expect(told.at(-1)).toEqual({ type: 'frames.missed', at: 13_000, elapsed: 10_000 });
  expect(presence.pastAt(13_000)[0]).toMatchObject({ state: 'watching', elapsed_ms: 0, ended_elapsed_ms: 3_000 });
  show([4]);
  miss(6_000);
  expect(told.at(-1)).toMatchObject({ elapsed: 6_000 });
});
