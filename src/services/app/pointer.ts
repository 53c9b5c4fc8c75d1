const glanceMilliseconds = 250;

/**
 * Resolves once no mouse rests on rows that must not move beneath it, at once if none does. It looks again and again, because no
 * browser reliably reports that a pointer has left.
 *
 * A finger rests nowhere, but browsers keep showing what it tapped as pointed at, so the rows' region says in `data-pointer`
 * what moved on it last.
 */
export async function mouseOffRows(signal: AbortSignal): Promise<void> {
  while (!signal.aborted && document.querySelector('[data-pointer="mouse"] :is(ul, tbody):hover') !== null)
    await new Promise((resolve) => setTimeout(resolve, glanceMilliseconds));
}
