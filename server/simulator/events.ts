import type { components } from '@vigil/contract';
import { deviceKinds } from '@vigil/contract/values';
import { drawSeat } from './picture';

interface MadeUpEvent {
  activity_type: components['schemas']['AttendEvent']['activity_type'];
  details: string;
  /** How long it lasts. */
  seconds: number;
  screenshot?: string;
}

/** What each kind looks like. About half of the camera's events have a drawn picture. */
const drafts: Record<MadeUpEvent['activity_type'], () => Omit<MadeUpEvent, 'activity_type'>> = {
  no_face: () => ({ details: 'No face found', seconds: whole(8, 40), ...sometimes(() => drawSeat(0)) }),
  multiple_faces() {
    const faces = whole(2, 3);
    return { details: 'More than one face found', seconds: whole(5, 20), ...sometimes(() => drawSeat(faces)) };
  },
  left_page: () => ({ details: 'Left the page', seconds: whole(3, 30) }),
};

/** Invents what a student's device might notice. */
export function makeUpEvent(): MadeUpEvent {
  const [first, ...others] = deviceKinds;
  const activity_type = others[whole(0, others.length)] ?? first;
  return { activity_type, ...drafts[activity_type]() };
}

const whole = (min: number, max: number) => min + Math.floor(Math.random() * (max - min + 1));

const sometimes = (draw: () => string) => (Math.random() < 0.5 ? { screenshot: draw() } : {});
