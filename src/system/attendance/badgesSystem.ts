import { fromPromise } from 'xstate';
import type { AppSystem } from '../../appSystem';
import { badgesMachine } from '../../machines/attendance/badgesMachine';
import { printPage } from '../../services/app/paper';
import type { MadeBadge } from '../../services/app/types';

/** The secret addresses of badges by the ids of their students, for as long as the page that made them is open. */
export type BadgeAddresses = Map<string, string>;

/** Provides the badges of a section. @param addresses where the secrets go, and stay: they are in no chart */
export const provideBadges =
  (addresses: BadgeAddresses) =>
  ({ attendanceService, sendWrite, showNotice }: AppSystem) =>
    badgesMachine.provide({
      actors: {
        fetchBadges: fromPromise(({ input, signal }) => attendanceService.fetchBadges(input.sectionId, signal)),
        changeBadges: fromPromise(async ({ input: { sectionId, change }, signal }) => {
          const made: string[] = [];
          if (change?.type === 'badges.make') {
            const onMade = (badges: readonly MadeBadge[]) => {
              for (const { studentId, address } of badges) {
                addresses.set(studentId, address);
                made.push(studentId);
              }
            };
            await sendWrite({ kind: 'makeBadges', sectionId, studentIds: change.studentIds, onMade }, signal);
          }
          if (change?.type === 'badges.revoke') {
            await sendWrite({ kind: 'revokeBadges', sectionId, studentIds: change.studentIds }, signal);
            for (const id of change.studentIds) addresses.delete(id);
          }
          return { made, printable: [...addresses.keys()] };
        }),
        openPrint: fromPromise(printPage),
      },
      actions: { showNotice: (_, notice) => showNotice(notice) },
    });
