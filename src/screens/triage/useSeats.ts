import { useMemo, useState } from 'react';
import type { Episode, Incident } from '../../machines/records/episodes';
import { compareNames } from '../../machines/students/compareNames';
import { placesFor } from '../../machines/students/room';
import { createSeats, neediestFirst } from '../../machines/triage/seats';
import type { Section } from '../../services/app/types';
import type { Order } from './Students';

interface Seated {
  section: Section;
  order: Order;
  episodes: readonly Episode[];
  incidents: readonly Incident[];
  ranking: readonly Incident[];
}

/** The students of a section in the chosen order, with their episodes, and their places in the room. */
export function useSeats({ section, order, episodes, incidents, ranking }: Seated) {
  const byName = useMemo(() => section.students.toSorted((a, b) => compareNames(a.name, b.name)), [section]);
  const places = useMemo(
    () =>
      order === 'room' && section.room
        ? placesFor(
            byName.map(({ id }) => id),
            section.room.places,
          )
        : null,
    [order, section, byName],
  );
  const students = useMemo(() => {
    if (order === 'need') return neediestFirst(byName, ranking);
    if (places === null) return byName;
    const ranks = new Map(places.map(({ studentId }, rank) => [studentId, rank]));
    return byName.toSorted((a, b) => (ranks.get(a.id) ?? 0) - (ranks.get(b.id) ?? 0));
  }, [order, byName, places, ranking]);
  const [seatsOf] = useState(createSeats);
  const seats = useMemo(() => seatsOf(students, episodes, incidents), [seatsOf, students, episodes, incidents]);
  return { students, byName, seats, places };
}
