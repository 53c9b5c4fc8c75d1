/* What texts from outside may consist of. The front end repeats the rules for names. */

/** Control characters, line and paragraph separators, and the bidirectional controls that reorder the text after them. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;
const lineEnds = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/g;
/** Anything but whitespace, format characters, lone combining marks, and blank letters. */
const visible = /[^\p{Cc}\p{Cf}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u;
/** More combining marks on a letter than any name needs: they are drawn over the lines around it. */
const piledMarks = /(\p{M}{5})\p{M}+/gu;

export const isVisible = (text: string): boolean => visible.test(text);
export const hasControls = (text: string): boolean => text.search(controls) >= 0;
export const hasPiledMarks = (text: string): boolean => text.search(piledMarks) >= 0;

/** Cleans a text from outside that is shown on one line: without control characters and piles of marks, with single spaces. */
export const cleanLine = (text: string): string =>
  text
    .replace(/[\s\u0085]/g, ' ')
    .replace(controls, '')
    .replace(/ +/g, ' ')
    .trim()
    .normalize()
    .replace(piledMarks, '$1');

/** Cleans a text from outside that may have several lines. */
export const cleanLines = (text: string): string => text.split(lineEnds).map(cleanLine).join('\n').trim();
