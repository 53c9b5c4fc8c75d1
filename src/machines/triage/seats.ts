import type { Student } from '../../services/app/types';
import { keyOfStudent } from '../../studentKeys';
import { keepSame, sameItems } from '../app/keepSame';
import type { Episode, Incident } from '../records/episodes';

/** A student with their episodes of the lesson. */
export interface Seat {
  student: Student;
  /** Without those that were dismissed. */
  episodes: readonly Episode[];
  /** Those that the teacher has not seen. */
  unseen: readonly Episode[];
}

const none: readonly Episode[] = [];

interface Group {
  student: string;
  episodes: Episode[];
}

/** Returns the students' episodes without those that were dismissed, as in the report. */
function groupByStudent(episodes: readonly Episode[]): Group[] {
  const groups = new Map<string, Group>();
  for (const episode of episodes) {
    if (episode.logs.some(({ review }) => review?.state === 'dismissed')) continue;
    const group = groups.get(episode.student);
    if (group) group.episodes.push(episode);
    else groups.set(episode.student, { student: episode.student, episodes: [episode] });
  }
  return [...groups.values()];
}

const keepGroups = () =>
  keepSame<Group>(
    ({ student }) => student,
    (one, other) => sameItems(one.episodes, other.episodes),
  );

const keepSeats = () =>
  keepSame<Seat>(
    ({ student }) => student.id,
    (one, other) =>
      one.student === other.student && one.episodes === other.episodes && sameItems(one.unseen, other.unseen),
  );

/** Returns the students in the order of Look now, then the others. */
export function neediestFirst(students: readonly Student[], incidents: readonly Incident[]): Student[] {
  const ranks = new Map(incidents.map(({ student }, rank) => [student, rank]));
  const rankOf = (student: Student) => ranks.get(keyOfStudent(student)) ?? incidents.length;
  return students.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Returns a function that seats students with their episodes. Seats and lists of episodes keep their identity while they are equal. */
export function createSeats() {
  const [keptGroups, keptSeats] = [keepGroups(), keepSeats()];
  return (
    students: readonly Student[],
    episodes: readonly Episode[],
    incidents: readonly Incident[],
  ): readonly Seat[] => {
    const byStudent = new Map(keptGroups(groupByStudent(episodes)).map((group) => [group.student, group.episodes]));
    const unseen = new Map(incidents.map((incident) => [incident.student, incident.episodes]));
    return keptSeats(
      students.map((student) => {
        const key = keyOfStudent(student);
        return { student, episodes: byStudent.get(key) ?? none, unseen: unseen.get(key) ?? none };
      }),
    );
  };
}
