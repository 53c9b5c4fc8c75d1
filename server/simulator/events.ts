import type { components } from '@vigil/contract';
import { drawSeat } from './picture';

interface MadeUpEvent {
  activity_type: components['schemas']['AttendEvent']['activity_type'];
  details: string;
  /** How long it lasts. */
  seconds: number;
  screenshot?: string;
}

/** Invents what a student's device might notice. About half of the camera's events have a drawn picture. */
export function makeUpEvent(): MadeUpEvent {
  const chance = Math.random();
  if (chance < 0.4) {
    const seconds = whole(8, 40);
    return { activity_type: 'no_face', details: 'No face found', seconds, ...sometimes(() => drawSeat(0)) };
  }
  if (chance < 0.7) {
    const faces = whole(2, 3);
    const event = {
      activity_type: 'multiple_faces',
      details: 'More than one face found',
      seconds: whole(5, 20),
    } as const;
    return { ...event, ...sometimes(() => drawSeat(faces)) };
  }
  return { activity_type: 'left_page', details: 'Left the page', seconds: whole(3, 30) };
}

const whole = (min: number, max: number) => min + Math.floor(Math.random() * (max - min + 1));

const sometimes = (draw: () => string) => (Math.random() < 0.5 ? { screenshot: draw() } : {});
