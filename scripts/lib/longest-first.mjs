/** Orders test files for Vitest. */
import { BaseSequencer } from 'vitest/node';

/** Longest projects and files first, so that none runs alone at the end. */
const first = [
  // Has a fixed duration.
  'simulation',
  'schoolDay',
  'embedded/failingDisk',
  'postgres/transfer',
  'embedded/product',
  'embedded database',
  'server on PostgreSQL',
  'server',
  'screens',
  'walks',
  'journeys/monkey',
  'journeys/detector',
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
