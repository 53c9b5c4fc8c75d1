/* How the browser under test writes a moment. Its time zone and language are not the tests' to choose (`npm test` draws them). */

/** Some languages separate times with narrow spaces; one from right to left is isolated within a sentence. */
export const plain = (text: string | null) =>
  (text ?? '').replace(/[\u2009\u202f]/g, ' ').replace(/[\u2068\u2069]/g, '');

function formatter(options: Intl.DateTimeFormatOptions) {
  const format = new Intl.DateTimeFormat(undefined, { ...options, numberingSystem: 'latn' });
  /** @param instants in UTC, `2026-11-23T08:47Z`: a moment, or the first and the last of a span */
  return (...instants: [string] | [string, string]) => {
    const [from, to = from] = instants.map((instant) => new Date(instant));
    return plain(instants.length === 1 ? format.format(from) : format.formatRange(from as Date, to as Date));
  };
}

export const timeOfDay = formatter({ timeStyle: 'short' });
export const secondOfDay = formatter({ timeStyle: 'medium' });
export const dateAndTime = formatter({ dateStyle: 'medium', timeStyle: 'medium' });
export const dayAndTime = formatter({
  ...{ weekday: 'short', day: 'numeric', month: 'short' },
  ...{ hour: 'numeric', minute: '2-digit' },
});
export const mediumDate = formatter({ dateStyle: 'medium' });
export const longDate = formatter({ dateStyle: 'full' });
