import type { LaunchOptions } from 'playwright-core';
import type { EventObject } from 'xstate';
import { inMarkdown } from '../../../bench/table';
import { FACE_SCORE, SECOND_FACE_SCORE } from '../../../student/src/constants';
import { type FaceScores, nothingSeen, type View, viewOf } from '../../../student/src/machines/view';
import type { WatchContext, WatchEvent } from '../../../student/src/machines/watch/types';
import { watchMachine } from '../../../student/src/machines/watchMachine';
import type { Sighting } from '../../../student/src/watcher/protocol';
import { Random } from '../../simulation/world/random';
import { heldCallback, startUnderParent } from '../actors';
import { idle } from '../idle';
import { postures, type Situation, situations, type Truth } from './films';
import { lookAt, type Scene } from './look';

/** Seconds of a film, one frame each. */
const FILM_SECONDS = 60;
/** A posture is held from the first to the second number of seconds. */
const [HELD_FROM, HELD_TO] = [2, 12];

/** Before these the student faces the camera. */
const OPENING_SECONDS = 4;
/** Others stir each second. */
const MOMENTS = 2;

/** The page's scores, and others for comparison. */
const shipped: FaceScores = { face: FACE_SCORE, second: SECOND_FACE_SCORE };
const others: FaceScores[] = [
  { face: 0.35, second: 0.7 },
  { face: 0.7, second: 0.7 },
  { face: 0.5, second: 0.5 },
  { face: 0.5, second: 0.85 },
];

type Kind = 'no_face' | 'multiple_faces';

/** What the pictures of one student in one situation have shown, by posture and moment. */
interface Film {
  situation: Situation;
  face: number;
  /** The student faces the camera: each film begins so. */
  opening: Sighting;
  sightings: Sighting[][];
}

/** Returns the index of the posture of each second. */
function posturesOf(seed: number): number[] {
  const random = new Random(seed);
  const film: number[] = [];
  while (film.length < FILM_SECONDS) {
    const posture = ((film.at(-1) ?? 0) + 1) % postures.length;
    const held = HELD_FROM + Math.floor(random.next() * (HELD_TO - HELD_FROM + 1));
    for (let second = 0; second < held; second += 1) film.push(posture);
  }
  return film.slice(0, FILM_SECONDS);
}

/** Returns what each picture of a film shows, and what the page reports of it by its time rules. */
function watch({ face, opening, sightings }: Film, needed: FaceScores): { views: View[]; reports: Kind[] } {
  const frames = heldCallback<WatchEvent, EventObject, Pick<WatchContext, 'lookedAt'>>();
  const machine = idle(watchMachine).provide({
    actors: { watchFrames: frames.logic, watchPage: heldCallback<WatchEvent>().logic },
  });
  const { reports, stop } = startUnderParent(machine, { earlier: null });
  const views: View[] = [];
  let seen = nothingSeen;
  const film = [
    ...Array.from({ length: OPENING_SECONDS }, () => opening),
    ...posturesOf(face).map((posture, second) => sightings[posture]![second % MOMENTS]!),
  ];
  for (const [second, sighting] of film.entries()) {
    const look = viewOf(sighting, seen, needed);
    seen = look.seen;
    views.push(look.view);
    frames.send({ type: 'frame.seen', view: look.view, at: (second + 1) * 1000, elapsed: 1000, isStill: false });
  }
  stop();
  return {
    views: views.slice(OPENING_SECONDS),
    reports: reports.flatMap(({ type, kind }) => (type === 'episode.started' ? [kind as Kind] : [])),
  };
}

const viewOfKind: Record<Kind, View> = { no_face: 'none', multiple_faces: 'several' };

interface Tally {
  right: number;
  wrong: number;
  missed: number;
}

interface Count {
  films: number;
  /** Reports that are not true, by kind. */
  wrong: Record<Kind, number>;
  /** Films without the report that is true. */
  missed: number;
  /** By films that have a report. */
  byFilm: Record<Kind, Tally>;
  /** By pictures. */
  byPicture: Record<Kind, Tally>;
}

const nothingCounted = (): Record<Kind, Tally> => ({
  no_face: { right: 0, wrong: 0, missed: 0 },
  multiple_faces: { right: 0, wrong: 0, missed: 0 },
});

function add(tally: Tally, isTrue: boolean, isSaid: boolean): void {
  if (isTrue && isSaid) tally.right += 1;
  else if (isSaid) tally.wrong += 1;
  else if (isTrue) tally.missed += 1;
}

function count(films: readonly Film[], needed: FaceScores): Count {
  const total: Count = {
    ...{ films: films.length, wrong: { no_face: 0, multiple_faces: 0 }, missed: 0 },
    ...{ byFilm: nothingCounted(), byPicture: nothingCounted() },
  };
  for (const film of films) {
    const { truth } = film.situation;
    const { views, reports } = watch(film, needed);
    for (const kind of reports) if (kind !== truth) total.wrong[kind] += 1;
    if (truth !== 'nothing' && !reports.includes(truth)) total.missed += 1;
    for (const kind of ['no_face', 'multiple_faces'] as const) {
      add(total.byFilm[kind], kind === truth, reports.includes(kind));
      for (const view of views) add(total.byPicture[kind], kind === truth, view === viewOfKind[kind]);
    }
  }
  return total;
}

const perHour = (reports: number, films: number) => String(Math.round((reports * 3600) / (films * FILM_SECONDS)));
const share = (part: number, rest: number) => (part / Math.max(1, part + rest)).toFixed(2);

/** Shows each picture to the built detector. */
export async function shootFilms(options: LaunchOptions, shown: readonly Situation[] = situations): Promise<Film[]> {
  const asked = shown.flatMap((situation) => situation.people.map((face) => ({ situation, face })));
  const openingOf = (face: number) => JSON.stringify(situations[0]!.sceneOf(face, postures[0], 0));
  const scenesOf = ({ situation, face }: (typeof asked)[number]) =>
    postures.map((posture) =>
      Array.from({ length: MOMENTS }, (_, moment) => JSON.stringify(situation.sceneOf(face, posture, moment))),
    );
  const distinct = [...new Set(asked.flatMap((one) => [openingOf(one.face), ...scenesOf(one).flat()]))];
  const sightings = await lookAt(
    distinct.map((scene): Scene => JSON.parse(scene)),
    options,
  );
  const sightingOf = new Map(distinct.map((scene, index) => [scene, sightings[index]!]));
  return asked.map((one) => ({
    ...one,
    opening: sightingOf.get(openingOf(one.face))!,
    sightings: scenesOf(one).map((moments) => moments.map((scene) => sightingOf.get(scene)!)),
  }));
}

/** Returns what was measured of each situation that was filmed: its name, wrong reports of both kinds, and what was missed. */
export function rowsOf(films: readonly Film[]): string[][] {
  const shown = new Set(films.map(({ situation }) => situation));
  return [...shown].map((situation) => {
    const ofSituation = films.filter((one) => one.situation === situation);
    const { wrong, missed, films: shot } = count(ofSituation, shipped);
    const cell = (kind: Kind) => (situation.truth === kind ? 'true' : perHour(wrong[kind], shot));
    const missing = situation.truth === 'nothing' ? '' : `${missed} of ${shot}`;
    return [situation.name, cell('no_face'), cell('multiple_faces'), missing];
  });
}

/** Returns the tables as Markdown. */
export function tablesOf(films: readonly Film[]): string {
  const of = (...truths: Truth[]) => films.filter(({ situation }) => truths.includes(situation.truth));
  const scores = [shipped, ...others].map((needed) => {
    const alone = count(of('nothing'), needed);
    const [gone, company] = [count(of('no_face'), needed), count(of('multiple_faces'), needed)];
    return [
      `${needed.face}, ${needed.second}`,
      perHour(alone.wrong.no_face, alone.films),
      perHour(alone.wrong.multiple_faces, alone.films),
      `${gone.missed} of ${gone.films}`,
      `${company.missed} of ${company.films}`,
    ];
  });
  const { byFilm, byPicture } = count(films, shipped);
  const sureness = (['no_face', 'multiple_faces'] as const).map((kind) => {
    const cells = [byFilm[kind], byPicture[kind]].flatMap(({ right, wrong, missed }) => [
      share(right, wrong),
      share(right, missed),
    ]);
    return [kind === 'no_face' ? '“Nobody in view”' : '“Several people”', ...cells];
  });
  const [nobody, several] = ['wrong “Nobody in view” per student-hour', 'wrong “Several people” per student-hour'];
  return [
    inMarkdown([['situation, 18 minutes each', nobody, several, 'missed'], ...rowsOf(films)]),
    'All situations together, with the page’s scores in the first row:',
    inMarkdown([
      ['a face needs, a second one needs', nobody, several, 'missed absences', 'missed second people'],
      ...scores,
    ]),
    'How often it is right, over all these films, each as long as the others:',
    inMarkdown([
      ['', 'precision of a report', 'recall', 'precision of a single picture', 'recall of a single picture'],
      ...sureness,
    ]),
  ].join('\n\n');
}

const [opening, closing] = [
  '<!-- Generated by `npm run detector`. Do not edit. -->',
  '<!-- end of the generated part -->',
];

/** Returns the generated part of docs/agent.md. @throws if there is none */
export function tablesIn(page: string): string {
  const [, , part] = partsOf(page);
  return part.trim();
}

/** Replaces the generated part of docs/agent.md. */
export function withTables(page: string, tables: string): string {
  const [before, after] = partsOf(page);
  return `${before}${opening}\n\n${tables}\n\n${closing}${after}`;
}

function partsOf(page: string): [before: string, after: string, part: string] {
  const [from, to] = [page.indexOf(opening), page.indexOf(closing)];
  if (from < 0 || to < from) throw new Error('docs/agent.md has no generated part');
  return [page.slice(0, from), page.slice(to + closing.length), page.slice(from + opening.length, to)];
}
