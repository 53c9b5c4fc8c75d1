/*
 * History entries for what Back closes: a viewer, a sheet. Each has the address and the router's key of the page
 * beneath, so that opening and closing are no navigation. A page has one history, hence the module's state.
 */

/** The entry's id in `history.state`, which survives a reload. */
const idOf = (): string | undefined => window.history.state?.backEntry;

/** What to call when an entry is left, by its id. */
const held = new Map<string, () => void>();
/** Entries to add, once a step back has arrived. */
const waiting = new Set<() => void>();
let isGoingBack = false;

/** The browser takes the step later, and from the entry that is current then. */
function goBack() {
  isGoingBack = true;
  window.history.go(-1);
}

function arrive() {
  isGoingBack = false;
  const current = idOf();
  // What it closes is gone: after a reload, or by Forward.
  if (current !== undefined && !held.has(current)) return goBack();
  for (const [id, onLeft] of held) {
    if (id === current) continue;
    held.delete(id);
    onLeft();
  }
  addWaiting();
}

function addWaiting() {
  if (isGoingBack) return;
  for (const add of waiting) add();
  waiting.clear();
}

/** Steps back from entries that close nothing any more, now and later. Calling it again changes nothing. */
export function watchBackEntries(): void {
  window.addEventListener('popstate', arrive);
  if (idOf() !== undefined && held.size === 0 && !isGoingBack) goBack();
}

/**
 * Adds an entry to the history.
 *
 * @param onLeft called at most once: the teacher pressed Back, or went elsewhere in the history
 * @returns a release function, which goes back if the entry is still the current one
 */
export function addBackEntry(onLeft: () => void): () => void {
  const id = Math.random().toString(36).slice(2, 10);
  const add = () => {
    held.set(id, onLeft);
    const { state } = window.history;
    window.history.pushState({ ...state, idx: (state?.idx ?? 0) + 1, backEntry: id }, '');
  };
  waiting.add(add);
  // What closes in the same step needs none; before it shows, since a Back that comes first would leave the page.
  queueMicrotask(addWaiting);
  return () => {
    waiting.delete(add);
    held.delete(id);
    // Later, because the same step may replace the entry by another page.
    queueMicrotask(() => {
      if (idOf() === id && !isGoingBack) goBack();
    });
  };
}
