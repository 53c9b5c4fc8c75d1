/** Returns a name without case, accents and spacing. */
const foldName = (name: string): string =>
  name.normalize('NFKD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();

/** Returns whether somebody who types a name means the one in the directory. */
export const isSameName = (typed: string, known: string): boolean => foldName(typed) === foldName(known);

/** Returns the numbers of those who have a namesake, by id. Nothing else about them is anybody's business at the door. */
export function numberNamesakes(students: readonly { id: number; name: string }[]): ReadonlyMap<number, number> {
  const groups = new Map<string, number[]>();
  for (const { id, name } of students) groups.set(foldName(name), [...(groups.get(foldName(name)) ?? []), id]);
  const namesakes = [...groups.values()].filter(({ length }) => length > 1);
  return new Map(
    namesakes.flatMap((ids) => ids.toSorted((a, b) => a - b).map((id, index) => [id, index + 1] as const)),
  );
}
