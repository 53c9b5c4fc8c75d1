import { useCallback } from 'react';
import { messages } from '../messages';

/** The student's own camera, mirrored. @param props.sendsPictures pictures of it go with reports */
export function Camera({ stream, sendsPictures }: { stream: MediaStream | null; sendsPictures: boolean }) {
  const show = useCallback(
    (video: HTMLVideoElement | null) => {
      if (video !== null && video.srcObject !== stream) video.srcObject = stream;
    },
    [stream],
  );
  return (
    <figure>
      <div className="viewport">
        <video ref={show} autoPlay muted playsInline aria-label={messages.watching.video} />
      </div>
      <figcaption>{sendsPictures ? messages.watching.cameraWithPictures : messages.watching.camera}</figcaption>
    </figure>
  );
}
