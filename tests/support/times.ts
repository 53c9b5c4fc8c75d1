/* Formats times like the browser under test, whose time zone and language `npm test` picks. */

/** Normalises narrow spaces and the isolates around right-to-left times. */
export const plain = (text: string | null) =>
  (text ?? '').replace(/[\u2009\u202f]/g, ' ').replace(/[\u2068\u2069]/g, '');

function formatter(options: Intl.DateTimeFormatOptions) {
  const format = new Intl.DateTimeFormat(undefined, { ...options, numberingSystem: 'latn' });
  /** @param instants in UTC, `2026-11-23T08:47Z`: one time, or the start and end of a period */
  return (...instants: [string] | [string, string]) => {
    const [from, to = from] = instants.map((instant) => new Date(instant));
    return plain(instants.length === 1 ? format.format(from) : format.formatRange(from as Date, to as Date));
  };
}

export const timeOfDay = formatter({ timeStyle: 'short' });
export const secondOfDay = formatter({ timeStyle: 'medium' });
export const dateAndTime = formatter({ dateStyle: 'medium', timeStyle: 'medium' });
export const dateAndMinute = formatter({ dateStyle: 'medium', timeStyle: 'short' });
export const dayAndTime = formatter({
  ...{ weekday: 'short', day: 'numeric', month: 'short' },
  ...{ hour: 'numeric', minute: '2-digit' },
});
export const mediumDate = formatter({ dateStyle: 'medium' });
export const longDate = formatter({ dateStyle: 'full' });
