import type { Plugin } from 'vite';

/** The catalogues that screens import, and what each exports. Those of features come with `messages.ts`. */
const catalogues = new Map([
  ['/src/messages.ts', 'messages'],
  ['/src/publicMessages.ts', 'messages'],
  ['/src/components/words.ts', 'words'],
  ['/src/screens/inspect/words.ts', 'words'],
]);

/**
 * Lets a page keep its state when a text changes while one works on it. Charts import texts, too, and a change of what a chart imports
 * reloads the page: what runs cannot be given another chart. So a changed catalogue is copied into those that were imported, and
 * `main.tsx` renders once more. What was computed from a text at the start stays until a reload.
 */
export function keepState(): Plugin {
  return {
    name: 'keep-state',
    apply: 'serve',
    transform(code, id) {
      const [, name] = Array.from(catalogues).find(([file]) => id.endsWith(file)) ?? [];
      return name === undefined ? undefined : { code: `${code}\n${accepting(name)}`, map: null };
    },
  };
}

const accepting = (name: string) => `
function copyTexts(from, to) {
  for (const key of Object.keys(to)) if (!(key in from)) delete to[key];
  for (const [key, text] of Object.entries(from)) {
    const isGroup = [text, to[key]].every((one) => typeof one === 'object' && one !== null);
    if (isGroup && to[key] !== text) copyTexts(text, to[key]);
    else to[key] = text;
  }
}
if (import.meta.hot) {
  const imported = import.meta.hot.data.imported ??= [];
  for (const earlier of imported) copyTexts(${name}, earlier);
  imported.push(${name});
  import.meta.hot.accept();
}`;
