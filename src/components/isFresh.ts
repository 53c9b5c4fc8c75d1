/** Returns whether an element still ignores presses, since it has just come: see `press-delay` in styles.css. */
export const isFresh = (element: Element): boolean => getComputedStyle(element).pointerEvents === 'none';
