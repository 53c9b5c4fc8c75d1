/** Browsers round places. */
const tolerance = 1;

const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowY);

/** Returns whether an element is in the window from top to bottom, and in whatever scrolls around it. */
export function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  if (top < -tolerance || bottom > window.innerHeight + tolerance) return false;
  for (let around = element.parentElement; around !== null; around = around.parentElement) {
    if (around === document.body) return true;
    if (!scrolls(around)) continue;
    const edges = around.getBoundingClientRect();
    if (top < edges.top - tolerance || bottom > edges.bottom + tolerance) return false;
  }
  return true;
}
