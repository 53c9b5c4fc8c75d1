/** The order in which Vitest begins the test files. */
import { BaseSequencer } from 'vitest/node';

/** The projects, and in them the files, that are begun first: what takes longest, so that none is left alone at the end. */
const first = [
  // As long on every machine.
  'simulation',
  'schoolDay',
  'embedded/failingDisk',
  'postgres/transfer',
  'server on PostgreSQL',
  'server',
  'screens',
  'walks',
  'journeys/layout',
  'journeys/security',
  'journeys/everyRoute',
  'scripts/charts',
  'scripts/start',
  'scripts/install',
  'journeys',
];

export class LongestFirst extends BaseSequencer {
  async sort(files) {
    const rank = ({ project, moduleId }) => {
      const found = first.findIndex((one) => one === project.name || moduleId.includes(`/${one}.test.`));
      return found === -1 ? first.length : found;
    };
    const group = ({ project }) => project.config.sequence.groupOrder;
    return (await super.sort(files)).toSorted((one, other) => group(one) - group(other) || rank(one) - rank(other));
  }
}
