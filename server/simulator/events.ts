import { drawSeat } from './picture';

interface MadeUpEvent {
  activity_type: string;
  details: string;
  screenshot?: string;
}

const applications = ['a chat program', 'a second browser window', 'a remote-desktop tool', 'a calculator'];

const kinds = {
  noFace: (): MadeUpEvent => ({
    activity_type: 'no_face',
    details: `Nobody in view for ${whole(5, 40)} seconds`,
    ...sometimes(() => drawSeat(0)),
  }),
  multipleFaces: (): MadeUpEvent => {
    const faces = whole(2, 3);
    return { activity_type: 'multiple_faces', details: `${faces} faces in view`, ...sometimes(() => drawSeat(faces)) };
  },
  application: (): MadeUpEvent => ({
    activity_type: 'suspicious_application',
    details: `Opened ${applications[whole(0, applications.length - 1)]}`,
  }),
  /** A type that the screens do not know. */
  lookingAway: (): MadeUpEvent => ({
    activity_type: 'looking_away',
    details: `Looked away for ${whole(8, 30)} seconds`,
  }),
};

/** Invents a plausible event, marked as simulated. About half of the camera's events have a drawn picture. */
export function makeUpEvent(): MadeUpEvent {
  const { details, ...event } = chooseEvent()();
  return { ...event, details: `Simulated: ${details}` };
}

function chooseEvent(): () => MadeUpEvent {
  const chance = Math.random();
  if (chance < 0.4) return kinds.noFace;
  if (chance < 0.7) return kinds.multipleFaces;
  return chance < 0.96 ? kinds.application : kinds.lookingAway;
}

const whole = (min: number, max: number) => min + Math.floor(Math.random() * (max - min + 1));

const sometimes = (draw: () => string) => (Math.random() < 0.5 ? { screenshot: draw() } : {});
