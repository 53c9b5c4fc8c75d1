/* What names may consist of. The front end repeats these rules. */

/** Control characters, line and paragraph separators, and the bidirectional controls that reorder the text after them. */
const controls = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu;
/** Anything but whitespace, format characters, lone combining marks, and blank letters. */
const visible = /[^\p{Cc}\p{Cf}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u;

export const isVisible = (text: string): boolean => visible.test(text);
export const withoutControls = (text: string): string => text.replace(controls, '');
export const hasControls = (text: string): boolean => withoutControls(text) !== text;
