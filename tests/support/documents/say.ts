/** A text on a button, a link or another thing to press. */
export const button = (text: string): string => `**${text}**`;

/** A text that is read on the screen. */
export const quote = (text: string): string => `“${text}”`;

/** A call of the contract, as the developer tools show it. */
export const call = (text: string): string => `\`${text}\``;
