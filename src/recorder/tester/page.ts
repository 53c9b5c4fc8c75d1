/* How a page is read while a path is walked: alike in the walks and in a browser. Styles are not asked. */

const CONTROLS =
  'button, a[href], summary, select, textarea, input:not([type=hidden]):not([type=file]), [role=menuitem], [role=option], [role=radio], [role=tab]';
const BLOCKS =
  'p,h1,h2,h3,h4,h5,h6,li,dt,dd,td,th,caption,label,legend,div,section,article,header,footer,main,nav,form,ul,ol,dl,table,tbody,thead,tr,fieldset,figure,figcaption,aside,dialog,details';

const months =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)';
const days = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|Mon|Tue|Wed|Thu|Fri|Sat|Sun';
/** Dates and times, which another time zone tells otherwise, and the address of this machine's server, whose port is chosen at its start. */
const varying = new RegExp(
  [
    '\\blocalhost:\\d+',
    '\\b(?:[A-Z]\\w+(?:/[A-Z][\\w-]+)+|UTC) \\(UTC[^)]*\\)',
    '\\b\\d+ (?:s|min|h) ago\\b',
    '\\b\\d{1,2}:\\d{2}(?::\\d{2})?\\b(?: ?[AaPp]\\.?[Mm]\\.?)?',
    `\\b(?:(?:${days}),? )?(?:\\d{1,2} ${months}|${months} \\d{1,2})\\b(?:,? \\d{4})?`,
    `\\b(?:${days})\\b`,
  ].join('|'),
  'g',
);

/** Returns a text in one line, without what varies. */
const collapsed = (text: string | null | undefined) =>
  (text ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[,.;:])/g, '')
    .trim()
    .replaceAll(varying, '…');

/** Returns an element's text, with a space where one part of it ends. */
const spaced = (element: Element): string =>
  [...element.childNodes].map((node) => (node instanceof Element ? `${spaced(node)} ` : node.textContent)).join('');

/** Returns what a control is called. */
export function nameOf(element: Element): string {
  const labelledBy = element.getAttribute('aria-labelledby');
  if (labelledBy !== null) {
    const parts = labelledBy.split(' ').map((id) => element.ownerDocument.getElementById(id)?.textContent);
    return collapsed(parts.join(' '));
  }
  const label = element.getAttribute('aria-label');
  if (label !== null) return collapsed(label);
  const labels = 'labels' in element ? (element as HTMLInputElement).labels : null;
  if (labels !== null && labels?.[0] !== undefined) return collapsed(labels[0].textContent);
  return collapsed(spaced(element)) || collapsed(element.querySelector('img')?.alt);
}

/** What is true of a desk's screen, in the names of classes. */
const AT_A_DESK = /^(?:(?:sm|md|lg|wide|pointer-fine|@sm|@4xl\/bar):)+/;

/** Whether nobody sees it on a screen as wide as a desk's. */
function isUnseen(element: Element): boolean {
  // Behind a dialog nothing can be pressed, and the announced copy is for screen readers.
  if (element.hasAttribute('hidden') || element.hasAttribute('inert') || element.id === 'announced') return true;
  if (element.parentElement?.matches('details:not([open])') === true && !element.matches('summary')) return true;
  const names = [...element.classList];
  const here = names.filter((name) => AT_A_DESK.test(name)).map((name) => name.replace(AT_A_DESK, ''));
  if (here.includes('hidden') || names.includes('invisible')) return true;
  const isShownHere = here.some((name) => /^(block|flex|grid|inline|table|not-sr-only)/.test(name));
  return !isShownHere && (names.includes('sr-only') || names.includes('hidden'));
}

/** Whether a control or what it is in is hidden. */
function isSeen(control: Element): boolean {
  for (let one: Element | null = control; one !== null; one = one.parentElement) if (isUnseen(one)) return false;
  return true;
}

/** Returns the controls that can be seen on a page. */
const controlsOf = (document: Document): Element[] => [...document.querySelectorAll(CONTROLS)].filter(isSeen);

/** Returns the control that an event at an element belongs to. */
export const controlAt = (element: Element): Element | null => element.closest(CONTROLS);

const controlsNamed = (document: Document, name: string) => controlsOf(document).filter((one) => nameOf(one) === name);

/** Returns the control of a name; of several, the one with that number, from 0. */
export const controlNamed = (document: Document, name: string, number: number): Element | undefined =>
  controlsNamed(document, name)[number];

/** Returns which of the controls of its name one is, from 0; -1: it cannot be seen. */
export const numberOf = (control: Element): number =>
  controlsNamed(control.ownerDocument, nameOf(control)).indexOf(control);

/** Returns what can be filled in or chosen from. A button may have the same name. */
export const fieldNamed = (document: Document, name: string): Element | undefined =>
  controlsNamed(document, name).find((one) => one.matches('input, textarea, select'));

function controlInWords(control: Element): string {
  const state = [
    ...(control.getAttribute('aria-busy') === 'true' ? ['busy'] : []),
    ...(control.getAttribute('aria-disabled') === 'true' ? ['inert'] : []),
    ...(control.getAttribute('aria-pressed') === 'true' ? ['chosen'] : []),
    ...(control.matches('[type=checkbox],[type=radio]') && (control as HTMLInputElement).checked ? ['ticked'] : []),
  ];
  return `[${nameOf(control)}]${state.length === 0 ? '' : ` (${state.join(', ')})`}`;
}

/**
 * Returns what a page says, line by line: texts, and in brackets what can be pressed or filled in.
 */
export function linesOf(document: Document): string[] {
  const lines: string[] = [];
  let line = '';
  const end = () => {
    const text = collapsed(line);
    line = '';
    if (/[\p{L}\p{N}]/u.test(text)) lines.push(text);
  };
  const read = (node: Node) => {
    if (node.nodeType === Node.TEXT_NODE) line += node.textContent;
    if (!(node instanceof Element) || isUnseen(node) || node.matches('script, noscript, style, svg, option, canvas'))
      return;
    if (node.matches('label') && node.querySelector(CONTROLS) === null && node.hasAttribute('for')) return;
    if (node.matches(CONTROLS)) {
      end();
      line = controlInWords(node);
      return end();
    }
    const isBlock = node.matches(BLOCKS);
    if (isBlock) end();
    for (const child of node.childNodes) read(child);
    if (isBlock) end();
    else line += ' ';
  };
  read(document.body);
  end();
  return lines;
}

/** Returns which lines have come and which have gone, in their order. */
export function changesOf(before: readonly string[], after: readonly string[]) {
  const without = (from: readonly string[], others: readonly string[]) => {
    const left = [...others];
    return from.filter((line) => {
      const place = left.indexOf(line);
      if (place >= 0) left.splice(place, 1);
      return place < 0;
    });
  };
  return { come: without(after, before), gone: without(before, after) };
}
