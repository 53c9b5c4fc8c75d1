const glanceMilliseconds = 250;

/**
 * Resolves once no mouse rests on rows that must not move beneath it, at once if none does. It looks again and again, because no
 * browser reliably reports that a pointer has left.
 *
 * A finger rests nowhere, but browsers keep showing what it tapped as pointed at, so the rows' region says in `data-pointer`
 * what moved on it last.
 */
export async function mouseOffRows(signal: AbortSignal): Promise<void> {
  await gone('[data-pointer="mouse"] :is(ul, tbody):hover', signal);
}

/** Resolves once neither a mouse nor the focus is on the undo of a review, at once if neither is. */
export async function awayFromUndo(signal: AbortSignal): Promise<void> {
  await gone('[data-undo]:focus, [data-undo][data-pointer="mouse"]:hover', signal);
}

async function gone(selector: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && document.querySelector(selector) !== null)
    await new Promise((resolve) => setTimeout(resolve, glanceMilliseconds));
}
