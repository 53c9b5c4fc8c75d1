const slowestShown = 8;

/**
 * Formats where a run's time went: its parts in sequence, the projects, which run in parallel, and the slowest files.
 *
 * @param {{ name: string, milliseconds: number }[]} parts
 * @param {{ project: string, file: string, milliseconds: number }[]} files
 */
export function formatTimes(parts, files) {
  const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1).padStart(7)} s`;
  const projects = new Map();
  for (const { project, milliseconds } of files) {
    const { count = 0, sum = 0 } = projects.get(project) ?? {};
    projects.set(project, { count: count + 1, sum: sum + milliseconds });
  }
  const bySum = [...projects].sort(([, one], [, other]) => other.sum - one.sum);
  const slowest = files.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, slowestShown);
  return [
    'Where the time went:',
    ...parts.map(({ name, milliseconds }) => `${seconds(milliseconds)}  ${name}`),
    ...(files.length > 0 ? ['Time in tests, which run in parallel:'] : []),
    ...bySum.map(([name, { count, sum }]) => `${seconds(sum)}  ${name} (${count} ${count === 1 ? 'file' : 'files'})`),
    ...(files.length > 0 ? ['The slowest files:'] : []),
    ...slowest.map(({ project, file, milliseconds }) => `${seconds(milliseconds)}  ${file} (${project})`),
  ];
}
