import { useCallback } from 'react';
import { messages } from '../messages';

/** The student's own camera, mirrored. */
export function Camera({ stream }: { stream: MediaStream | null }) {
  const show = useCallback(
    (video: HTMLVideoElement | null) => {
      if (video !== null && video.srcObject !== stream) video.srcObject = stream;
    },
    [stream],
  );
  return (
    <figure>
      <video ref={show} autoPlay muted playsInline aria-label={messages.watching.video} />
      <figcaption>{messages.watching.camera}</figcaption>
    </figure>
  );
}
