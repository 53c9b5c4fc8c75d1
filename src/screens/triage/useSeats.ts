import { useMemo, useState, useSyncExternalStore } from 'react';
import type { Episode, Incident } from '../../machines/records/episodes';
import { compareNames } from '../../machines/students/compareNames';
import { inPlaces } from '../../machines/students/seating';
import { createSeats, neediestFirst } from '../../machines/triage/seats';
import type { Section } from '../../services/app/types';
import { keyOfStudent } from '../../studentKeys';
import { useIsProjecting, useSystem } from '../app/system';
import { useStable } from '../app/useStable';
import type { Order } from './Students';

interface Seated {
  section: Section;
  order: Order;
  episodes: readonly Episode[];
  incidents: readonly Incident[];
  ranking: readonly Incident[];
}

/** The students of a section in the chosen order, with their episodes. Without `arrange` they cannot be moved. */
export function useSeats({ section, order, episodes, incidents, ranking }: Seated) {
  const { seating } = useSystem();
  const projecting = useIsProjecting();
  const kept = useSyncExternalStore(seating.subscribe, () => seating.get(section.id));
  const inPlace = useMemo(() => {
    const byName = section.students.toSorted((a, b) => compareNames(a.name, b.name));
    // A place in the room would tell who a hidden student is.
    return projecting ? byName : inPlaces(byName, kept, keyOfStudent);
  }, [section, kept, projecting]);
  const students = useMemo(
    () => (order === 'place' ? inPlace : neediestFirst(inPlace, ranking)),
    [order, inPlace, ranking],
  );
  const [seatsOf] = useState(createSeats);
  const seats = useMemo(() => seatsOf(students, episodes, incidents), [seatsOf, students, episodes, incidents]);
  const arrange = useStable((places: readonly string[]) => seating.set(section.id, places));
  return { students, seats, arrange: projecting ? undefined : arrange };
}
