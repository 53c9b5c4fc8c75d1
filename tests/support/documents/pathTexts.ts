import type { Path } from '../paths';
import { type Declaration, outcomesOf } from './declaration';
import { ranges, sentence } from './markdown';
import { seenAfter, seenAtStart } from './seen';

const beginning = ({ words }: Declaration, { input, start }: Path) =>
  `${words.before(input)} See: ${sentence(seenAtStart(words, start.snapshot))}`;

/**
 * Returns the chart's paths in plain words, numbered across its declarations.
 *
 * @param edges all edges, in the order of their numbers
 */
export function pathTexts(declarations: readonly Declaration[], edges: readonly string[]): string[] {
  let number = 0;

  const pathText = (declaration: Declaration, path: Path, isBeginningSaid: boolean): string[] => {
    const { machine, words, heading } = declaration;
    number += 1;
    const steps = path.steps.map((step, index) => {
      const before = path.steps[index - 1]?.snapshot ?? path.start.snapshot;
      return `${index + 1}. ${words.step(step, before)} → see: ${sentence(seenAfter(machine, words, before, step))}`;
    });
    const taken = new Set(outcomesOf(path).flatMap((outcome) => outcome.edges));
    const numbers = edges.flatMap((edge, index) => (taken.has(edge) ? [index + 1] : []));
    return [
      `${heading === undefined ? '###' : '####'} Path ${number}`,
      '',
      ...(isBeginningSaid ? [] : [beginning(declaration, path), '']),
      ...steps,
      '',
      `Covers ${numbers.length === 1 ? 'edge' : 'edges'} ${ranges(numbers)}.`,
      '',
    ];
  };

  return declarations.flatMap((declaration) => {
    const { heading, walk } = declaration;
    const [first, ...others] = new Set(walk.paths.map((path) => beginning(declaration, path)));
    const isOne = first !== undefined && others.length === 0;
    return [
      ...(heading === undefined ? [] : [`### ${heading}`, '']),
      ...(isOne ? [`Every path starts so: ${first}`, ''] : []),
      ...walk.paths.flatMap((path) => pathText(declaration, path, isOne)),
    ];
  });
}
