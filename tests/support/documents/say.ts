/** Formats a label of something to press. */
export const button = (text: string): string => `**${text}**`;

/** Formats a press of a button. */
export const press = (text: string): string => `Press ${button(text)}`;

/** Formats a text on the screen. */
export const quote = (text: string): string => `“${text}”`;

/** Formats a call as shown by the developer tools. */
export const call = (text: string): string => `\`${text}\``;
