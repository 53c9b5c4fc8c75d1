import { drawSeat } from './picture';

interface MadeUpEvent {
  activity_type: string;
  details: string;
  screenshot?: string;
}

const applications = ['a chat program', 'a second browser window', 'a remote-desktop tool', 'a calculator'];

const sights = {
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
  /** One that no screen knows by name. */
  lookingAway: (): MadeUpEvent => ({
    activity_type: 'looking_away',
    details: `Looked away for ${whole(8, 30)} seconds`,
  }),
};

/**
 * Something plausible that an agent could have seen, and that says itself that nobody has; about half of what a camera would see
 * comes with a drawn picture.
 */
export function makeUpEvent(): MadeUpEvent {
  const { details, ...sighting } = chooseSight()();
  return { ...sighting, details: `Simulated: ${details}` };
}

function chooseSight(): () => MadeUpEvent {
  const chance = Math.random();
  if (chance < 0.4) return sights.noFace;
  if (chance < 0.7) return sights.multipleFaces;
  return chance < 0.96 ? sights.application : sights.lookingAway;
}

const whole = (least: number, most: number) => least + Math.floor(Math.random() * (most - least + 1));

const sometimes = (draw: () => string) => (Math.random() < 0.5 ? { screenshot: draw() } : {});
