/*
 * A browser's translation replaces each text by elements of its own. React then fails where it moves or removes that text,
 * and changes one that nobody sees. Neither can happen to a text that is all there is in its element: React gives that one
 * no node of its own and sets the element's content.
 */

const loose: string[] = [];
let newest: Text | undefined;

/** React marks a node as its own right after it has made it. Translators leave blanks alone. */
function noteNewest() {
  const isReacts = newest !== undefined && Object.keys(newest).some((key) => key.startsWith('__reactFiber$'));
  if (isReacts && newest?.data.trim()) loose.push(newest.data);
  newest = undefined;
}

const createTextNode = document.createTextNode.bind(document);
document.createTextNode = (text) => {
  noteNewest();
  newest = createTextNode(text);
  return newest;
};

/** Takes the texts that React has put beside something else since the last call. */
export function takeLooseTexts(): string[] {
  noteNewest();
  return loose.splice(0);
}
