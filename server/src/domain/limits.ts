import type { OpenDatabase } from '../platform/database/database';
import { createLimitsBy, daySeconds, type LimitsBy, type Make, pausing, uncapped } from '../platform/http/limits';

const weekSeconds = 7 * daySeconds;

/**
 * Those by network leave room for a school behind one address. Credentials that cannot be guessed have none: a student on
 * the teacher's network could use it up.
 *
 * @param shared makes a limiter that counts for all instances
 * @param local makes one that counts for this instance only, for limits on load
 */
const limitersOf = (shared: Make, local: Make) => ({
  guessesFromDevice: shared('device-guesses', 10, daySeconds),
  guessesFromNetwork: pausing(shared, 'network-guesses', 10),
  guesses: pausing(shared, 'guesses', 100),
  /** Never refuses; decides when the owner is mailed about guesses, once a day. */
  guessesToTell: shared('guesses-to-tell', uncapped, daySeconds),
  signInsFromNetwork: shared('sign-ins', 600, 60),
  googleSignInsFromDevice: shared('device-google', 30, 60),
  googleSignInsFromNetwork: shared('google', 600, 60),
  registrationsFromNetwork: shared('registrations', 120, 60),
  registration: shared('registration', 5, 900),
  verification: shared('verification', 30, 600),
  verificationsFromNetwork: shared('verifications', 600, 60),
  password: shared('password', 10, 300),
  resend: shared('resend', 1, 120),
  forgot: shared('forgot', 5, 900),
  mailsFromNetwork: shared('mails', 120, 60),
  sectionsOfTeacher: shared('sections-of', 120, 60),
  sharesOfTeacher: shared('shares-of', 60, 3600),
  /** Nobody can flood a teacher's mailbox with invitations. */
  sharesToTeacher: shared('shares-to', 30, daySeconds),
  directoryOfTeacher: shared('directory-of', 20, 60),
  /** Only wrong ones: a school joins its lessons from one network within a minute. */
  lessonCodesFromNetwork: shared('lesson-codes', 300, 60),
  /** Beyond what any class sends, and far too few to find one of 887 million codes in a lesson. */
  allLessonCodesFromNetwork: shared('all-lesson-codes', 6000, 60),
  /** Never refuses; remembers the networks of a teacher's classes. */
  networksOfTeacher: shared('networks-of', uncapped, weekSeconds),
  /** Never refuses; sets the price of a knock. By lesson: who knocks chooses the name, and classmates share the address. */
  knocksAtLesson: shared('knocks-at', uncapped, 30),
  /** A proof of work pays for one knock. */
  knockProofs: shared('knock-proofs', 1, 120),
  /** Nobody can flood a student's mailbox, whatever teachers and lessons they use. */
  linksToStudent: shared('links-to', 1, 60),
  linksToStudentADay: shared('links-to-a-day', 30, daySeconds),
  linksOfTeacher: shared('links-of', 2000, daySeconds),
  changesOfAdministrator: shared('administrator', 60, 60),
  badgesOfTeacher: shared('badges-of', 30, 60),
  /** By badge, so that nobody can use it up for others. */
  joinsByBadge: shared('badge-joins', 12, 60),
  eventsOfDevice: shared('device-events', 120, 60),
  picturesOfDevice: shared('device-pictures', 60, 3600),
  receiptsOfDevice: shared('device-receipts', 30, 60),
  answersOfDevice: shared('device-answers', 20, 60),
  heartbeatsOfDevice: local('device-heartbeats', 120, 60),
  statuses: local('statuses', 600, 60),
});

export type Rule = keyof ReturnType<typeof limitersOf>;
export type Limits = LimitsBy<Rule>;

export const createLimits = (database: Pick<OpenDatabase, 'db' | 'isShared'>): Limits =>
  createLimitsBy(database, limitersOf);
