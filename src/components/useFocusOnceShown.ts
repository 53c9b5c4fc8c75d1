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
    const channel = new MessageChannel();
    channel.port1.onmessage = () => move();
    // Before this frame is shown; the message is received after it.
    const frame = requestAnimationFrame(() => channel.port2.postMessage(null));
    return () => {
      cancelAnimationFrame(frame);
      channel.port1.close();
    };
  }, [subject]);
}
