import { useEffect } from 'react';
import { messages } from '../../publicMessages';

interface Shown {
  title: string;
  count: number;
}

/** What the title of each document is made of. */
const documents = new WeakMap<Document, Shown>();

/** Changes a part of the document's title. Nothing else sets it. */
function show(part: Partial<Shown>): void {
  const shown = { title: '', count: 0, ...documents.get(document), ...part };
  documents.set(document, shown);
  if (shown.title === '') return;
  const { title, count } = shown;
  document.title = messages.pageTitle(count > 0 ? `(${count}) ${title}` : title);
}

/** Names the page in its title. */
export const usePageTitle = (title: string): void => useEffect(() => show({ title }), [title]);

/** Begins the title with how much waits for the teacher, as long as the component is there. */
export function useTitleCount(count: number): void {
  useEffect(() => {
    show({ count });
    return () => show({ count: 0 });
  }, [count]);
}
