/*
 * Stands in the pages that are rendered at build time, inline after their markup, and imports nothing: it runs before
 * the page is first painted, long before the front end is here.
 */

/** Something that a teacher did before the front end could hear of it. */
interface Held {
  type: 'input' | 'click' | 'submit';
  target: Element;
  submitter?: HTMLElement | null;
}

/** A call made before the front end was there, which takes its answer in place of making it. */
export interface EarlyCall {
  token: string;
  /** When it was made, in milliseconds since 1970. */
  at: number;
  answer: Promise<Response>;
  giveUp(): void;
}

declare global {
  /** By address: those of the page that the document was opened on which nobody has taken yet. */
  var earlyCalls: Map<string, EarlyCall> | undefined;
  /** Gives them up: what was asked for another page or in another session is nobody's any more. */
  var dropEarlyCalls: (() => void) | undefined;
  interface Window {
    /** Does what was held, in its order, and holds nothing any more. */
    releaseHeld?: () => void;
  }
}

// The other name of that page.
if (/^\/verify-email\/?$/i.test(location.pathname)) history.replaceState(null, '', `/verify-otp${location.search}`);

const root = document.getElementById('root');
const invitation = root?.querySelector<HTMLInputElement>('[type=hidden][name=email]');
const email = new URLSearchParams(location.search).get('email')?.trim();

/** Site data may be blocked: the storage then throws, or is none. */
function storedToken(): string | null {
  try {
    return localStorage.getItem('accessToken');
  } catch {
    return null;
  }
}

const token = storedToken();
const isSignedIn = token !== null;
const frame = root?.dataset.frame;
const isFrame = frame !== undefined;

// What the page shows is asked for at once, as the front end will ask for it.
if (isFrame && token !== null) {
  const { origin, pathname } = location;
  const backend = (import.meta.env.VITE_API_URL || origin).replace(/\/$/, '');
  const [, section] = /^\/sections\/(\d+)(?=\/|$)/.exec(pathname) ?? [];
  const ofSection =
    section === undefined
      ? []
      : [
          `/detection/sessions/status/${section}/`,
          `/detection/logs/?section=${section}`,
          `/detection/sessions/?section=${section}`,
        ];
  // The one page that shows no section.
  const list = frame === 'changePassword' ? [] : ['/section/list/'];
  globalThis.earlyCalls = new Map();
  globalThis.dropEarlyCalls = () => {
    for (const { giveUp } of globalThis.earlyCalls?.values() ?? []) giveUp();
    globalThis.earlyCalls = undefined;
  };
  for (const path of [...list, ...ofSection]) {
    const call = new AbortController();
    const headers = {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      Authorization: `Bearer ${token}`,
    };
    // As src/services/apiClient.ts says (`uncached`), of the one that is polled.
    const cache = path.includes('/status/') ? 'no-store' : 'default';
    const answer = fetch(backend + path, { headers, credentials: 'include', cache, signal: call.signal });
    // Whoever takes it hears of it.
    answer.catch(() => {});
    globalThis.earlyCalls.set(backend + path, { token, at: Date.now(), answer, giveUp: () => call.abort() });
  }
}

if (root?.dataset.page === 'login' ? isSignedIn : isFrame && !isSignedIn) {
  // Whoever is signed in does not see the form before she is taken to the dashboard, nor anybody else the frame.
  root?.replaceChildren();
} else if (root && invitation && !email) {
  // A page of its own: it asks for the address.
  root.replaceChildren();
} else if (root && invitation && email) {
  // The address of a page that was rendered for anybody's.
  const placeholder = invitation.value;
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    node.nodeValue = node.nodeValue?.replace(placeholder, () => email) ?? null;
  }
}

const held: Held[] = [];
const released = new AbortController();

const hold = (event: Event) => {
  const { type, target } = event;
  if (!(target instanceof Element)) return;
  if (type === 'input') held.push({ type, target });
  else if (type === 'submit') {
    event.preventDefault();
    held.push({ type, target, submitter: event instanceof SubmitEvent ? event.submitter : null });
  } else if (type === 'click') {
    // Links and what opens by itself need nobody; a button that submits is heard of by its form.
    const button = target.closest('button[type=button]');
    if (button === null) return;
    held.push({ type, target: button });
  }
  // What comes while the front end is starting would be done twice.
  event.stopImmediatePropagation();
};
for (const type of ['input', 'click', 'submit']) {
  document.addEventListener(type, hold, { capture: true, signal: released.signal });
}

window.releaseHeld = () => {
  released.abort();
  for (const { type, target, submitter } of held) {
    if (type === 'input') target.dispatchEvent(new Event('input', { bubbles: true }));
    else if (target instanceof HTMLFormElement) target.requestSubmit(submitter);
    else if (target instanceof HTMLElement) target.click();
  }
};
