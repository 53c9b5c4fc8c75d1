import * as v from 'valibot';

/** An id, which may arrive as a number or as text. */
export const idShape = v.pipe(
  v.union([v.pipe(v.string(), v.minLength(1)), v.number()]),
  v.transform((id) => String(id)),
);

/** A line of text; missing or of another type, the empty line. */
export const lineShape = v.fallback(v.string(), '');

/**
 * The items of a list, or of an object's `results`. One unreadable item is left out, so that it does not hide the others.
 * @returns undefined when there is no list
 */
export function itemsIn<Item>(body: unknown, shape: v.GenericSchema<unknown, Item>): Item[] | undefined {
  const list: unknown = typeof body === 'object' && body !== null && 'results' in body ? body.results : body;
  if (!Array.isArray(list)) return undefined;
  return list.flatMap((item: unknown) => {
    const parsed = v.safeParse(shape, item);
    return parsed.success ? [parsed.output] : [];
  });
}
