const maxLength = 60;

/** Keeps letters and digits of a name that somebody chose, so that it can carry neither a link nor a message. */
export const plainName = (name: string) =>
  name
    .replace(/[^\p{L}\p{M}\p{N}'’-]+/gu, ' ')
    .trim()
    .slice(0, maxLength);
