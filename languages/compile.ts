import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Catalogue, CompiledTexts } from './texts';

/** Compiles a catalogue, so that the browser needs no parser. */
export const compileTexts = (catalogue: Catalogue): CompiledTexts =>
  Object.fromEntries(
    Object.entries(catalogue).map(([name, text]) => [
      name,
      typeof text === 'string' ? compiled(text) : compileTexts(text),
    ]),
  );

/** A text without placeholders stays a text. */
function compiled(text: string) {
  const [first = '', ...rest] = compileMessage(text);
  return rest.length === 0 && typeof first === 'string' ? first : [first, ...rest];
}
