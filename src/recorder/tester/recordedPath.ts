import * as v from 'valibot';
import { act, answered } from './act';

/** What a step changes on the page, in its order. */
const changes = v.object({ come: v.array(v.string()), gone: v.array(v.string()) });

const named = {
  /** Stays as long as the edge that the path is for. */
  id: v.string(),
  /** The chart's events. */
  name: v.string(),
};

const walkablePath = v.object({
  ...named,
  start: v.object({
    address: v.string(),
    storage: v.record(v.string(), v.string()),
    /** Milliseconds since the epoch. */
    now: v.number(),
    /** What the server answers at once, by call, one after the other; the last again and again. */
    answers: v.record(v.string(), v.array(answered)),
    /** What leads to the chart's start. */
    acts: v.array(act),
    /** All that is seen then. */
    see: v.array(v.string()),
  }),
  steps: v.array(v.object({ acts: v.array(act), see: changes })),
});

/** A path that a person can walk, as its walk on the real screens has recorded it. */
export type WalkablePath = v.InferOutput<typeof walkablePath>;

const recordedPath = v.union([
  walkablePath,
  v.object({
    ...named,
    /** Why nobody can walk it by hand. */
    notByHand: v.string(),
  }),
]);

/** One path of a chart. */
export type RecordedPath = v.InferOutput<typeof recordedPath>;

export const recordedPaths = v.array(recordedPath);

/** Returns whether a person can walk a path, and sees anything of it. */
export const isForPeople = (path: RecordedPath): path is WalkablePath => !('notByHand' in path);

const files = import.meta.glob<unknown>('../../../docs/statecharts/paths/*.json', { import: 'default' });

/** The names of the walked charts. */
export const walkedCharts = Object.keys(files).map((file) => file.replace(/^.*\/|\.json$/g, ''));

/** Loads the paths of a chart that people can walk. */
export async function loadPaths(chart: string): Promise<WalkablePath[]> {
  const load = files[`../../../docs/statecharts/paths/${chart}.json`];
  return load === undefined ? [] : v.parse(recordedPaths, await load()).filter(isForPeople);
}

/** Finds one of them by its id, which begins with its chart's name. */
export async function findPath(id: string): Promise<WalkablePath | undefined> {
  const paths = await loadPaths(id.slice(0, id.lastIndexOf('-')));
  return paths.find((path) => path.id === id);
}
