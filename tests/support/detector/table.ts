import type { LaunchOptions } from 'playwright-core';
import { FACE_SCORE, SECOND_FACE_SCORE } from '../../../agent/src/constants';
import { type WatchEvent, watchMachine } from '../../../agent/src/machines/watchMachine';
import { type FaceScores, viewOf } from '../../../agent/src/model/view';
import type { Sighting } from '../../../agent/src/watcher/protocol';
import { inMarkdown } from '../../../bench/table';
import { Random } from '../../simulation/world/random';
import { heldCallback, startUnderParent } from '../actors';
import { faces, postures, type Situation, situations, type Truth } from './films';
import { lookAt, type Scene } from './look';

/** Seconds of a film, one frame each. */
const FILM_SECONDS = 60;
/** A posture is held from the first to the second number of seconds. */
const [HELD_FROM, HELD_TO] = [2, 12];

/** The page's scores, and others for comparison. */
const shipped: FaceScores = { face: FACE_SCORE, second: SECOND_FACE_SCORE };
const others: FaceScores[] = [
  { face: 0.35, second: 0.7 },
  { face: 0.7, second: 0.7 },
  { face: 0.5, second: 0.5 },
  { face: 0.5, second: 0.85 },
];

type Kind = 'no_face' | 'multiple_faces';

/** What the frames of one student in one situation have shown, by posture. */
interface Seen {
  situation: Situation;
  face: number;
  sightings: Sighting[];
}

/** Returns the index of the posture of each second. */
function filmOf(seed: number): number[] {
  const random = new Random(seed);
  const film: number[] = [];
  while (film.length < FILM_SECONDS) {
    const posture = ((film.at(-1) ?? 0) + 1) % postures.length;
    const held = HELD_FROM + Math.floor(random.next() * (HELD_TO - HELD_FROM + 1));
    for (let second = 0; second < held; second += 1) film.push(posture);
  }
  return film.slice(0, FILM_SECONDS);
}

/** Returns what the page reports of a film by its time rules. */
function reportsOf({ sightings }: Seen, seed: number, needed: FaceScores): Kind[] {
  const frames = heldCallback<WatchEvent>();
  const machine = watchMachine.provide({
    actors: { watchFrames: frames.logic, watchPage: heldCallback<WatchEvent>().logic },
  });
  const { reports, stop } = startUnderParent(machine);
  for (const [second, posture] of filmOf(seed).entries()) {
    const view = viewOf(sightings[posture] ?? null, needed);
    frames.send({ type: 'frame.seen', view, at: (second + 1) * 1000, elapsed: 1000 });
  }
  stop();
  return reports.flatMap(({ type, kind }) => (type === 'episode.started' ? [kind as Kind] : []));
}

interface Count {
  films: number;
  /** Reports that are not true, by kind. */
  wrong: Record<Kind, number>;
  /** Films without the report that is true. */
  missed: number;
}

function count(seen: readonly Seen[], needed: FaceScores): Count {
  const total: Count = { films: seen.length, wrong: { no_face: 0, multiple_faces: 0 }, missed: 0 };
  for (const one of seen) {
    const { truth } = one.situation;
    const reports = reportsOf(one, one.face, needed);
    for (const kind of reports) if (kind !== truth) total.wrong[kind] += 1;
    if (truth !== 'nothing' && !reports.includes(truth)) total.missed += 1;
  }
  return total;
}

const perHour = (reports: number, films: number) => String(Math.round((reports * 3600) / (films * FILM_SECONDS)));

/** Shows each picture to the built detector, and returns the tables as Markdown. */
export async function detectorTables(options: LaunchOptions): Promise<string> {
  const asked = situations.flatMap((situation) => faces.map((face) => ({ situation, face })));
  const scenesOf = ({ situation, face }: (typeof asked)[number]) =>
    postures.map((posture) => JSON.stringify(situation.sceneOf(face, posture)));
  const distinct = [...new Set(asked.flatMap(scenesOf))];
  const sightings = await lookAt(
    distinct.map((scene): Scene => JSON.parse(scene)),
    options,
  );
  const sightingOf = new Map(distinct.map((scene, index) => [scene, sightings[index]!]));
  const seen = asked.map((one) => ({ ...one, sightings: scenesOf(one).map((scene) => sightingOf.get(scene)!) }));
  const of = (...truths: Truth[]) => seen.filter(({ situation }) => truths.includes(situation.truth));

  const rows = situations.map((situation) => {
    const { wrong, missed, films } = count(
      seen.filter((one) => one.situation === situation),
      shipped,
    );
    const cell = (kind: Kind) => (situation.truth === kind ? 'true' : perHour(wrong[kind], films));
    const missing = situation.truth === 'nothing' ? '' : `${missed} of ${films}`;
    return [situation.name, cell('no_face'), cell('multiple_faces'), missing];
  });
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
  const [nobody, several] = ['wrong “Nobody in view” per student-hour', 'wrong “Several people” per student-hour'];
  return [
    inMarkdown([['situation, 18 minutes each', nobody, several, 'missed'], ...rows]),
    'All situations together, with the page’s scores in the first row:',
    inMarkdown([
      ['a face needs, a second one needs', nobody, several, 'missed absences', 'missed second people'],
      ...scores,
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
