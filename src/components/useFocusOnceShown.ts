import { useEffectEvent, useLayoutEffect } from 'react';

/**
 * Moves the focus once the browser has shown what was rendered. Any focus makes it lay out the page at once, which would
 * delay the answer to the press that rendered it. A key that comes sooner is meant for what is shown: it takes the focus there.
 *
 * @param subject what is shown; each takes the focus
 */
export function useFocusOnceShown(subject: string, focus: () => void) {
  const move = useEffectEvent(focus);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each subject takes the focus.
  useLayoutEffect(() => {
    let task: ReturnType<typeof setTimeout> | undefined;
    const stop = () => {
      cancelAnimationFrame(frame);
      clearTimeout(task);
      document.removeEventListener('keydown', takeAlong, { capture: true });
    };
    const arrive = () => {
      stop();
      move();
    };
    const takeAlong = (event: KeyboardEvent) => {
      const from = document.activeElement;
      arrive();
      const { activeElement } = document;
      if (activeElement === null || activeElement === from) return;
      // Its listeners are there, too. What the browser does about a key, such as typing it, follows the focus by itself.
      event.stopImmediatePropagation();
      if (!activeElement.dispatchEvent(new KeyboardEvent(event.type, event))) event.preventDefault();
    };
    // Before this frame is shown; the task comes after it.
    const frame = requestAnimationFrame(() => {
      task = setTimeout(arrive);
    });
    document.addEventListener('keydown', takeAlong, { capture: true });
    return stop;
  }, [subject]);
}
