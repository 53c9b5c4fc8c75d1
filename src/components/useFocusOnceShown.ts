import { useEffect, useEffectEvent } from 'react';

/**
 * Moves the focus once the browser has shown what was rendered. Any focus makes it lay out the page at once, which would
 * delay the answer to the press that rendered it.
 *
 * @param subject what is shown; each takes the focus
 */
export function useFocusOnceShown(subject: string, focus: () => void) {
  const move = useEffectEvent(focus);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each subject takes the focus.
  useEffect(() => {
    let task: ReturnType<typeof setTimeout> | undefined;
    // Before this frame is shown; the task comes after it.
    const frame = requestAnimationFrame(() => {
      task = setTimeout(move);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(task);
    };
  }, [subject]);
}
