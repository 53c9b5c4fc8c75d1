import { useCallback } from 'react';
import { useWords } from './tongue';

/** The student's own camera, mirrored. @param props.sendsPictures pictures of it go with reports */
export function Camera({ stream, sendsPictures }: { stream: MediaStream | null; sendsPictures: boolean }) {
  const { watching } = useWords();
  const show = useCallback(
    (video: HTMLVideoElement | null) => {
      if (video !== null && video.srcObject !== stream) video.srcObject = stream;
    },
    [stream],
  );
  return (
    <figure>
      <div className="viewport">
        <video ref={show} autoPlay muted playsInline aria-label={watching.video} />
      </div>
      <figcaption>{sendsPictures ? watching.cameraWithPictures : watching.camera}</figcaption>
    </figure>
  );
}
