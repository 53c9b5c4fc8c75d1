/*
 * Browser translation replaces text nodes with elements. React then fails when it moves or removes the text, and
 * updates a node that nobody sees. A text alone in its element is safe: React sets the element's content instead of
 * creating a node.
 */

const loose: string[] = [];
let newest: Text | undefined;

/** React marks a node right after creating it. Translators ignore whitespace. */
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

/** Returns the texts that React has put beside other content since the last call. */
export function takeLooseTexts(): string[] {
  noteNewest();
  return loose.splice(0);
}
