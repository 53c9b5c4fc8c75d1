import { messages } from '../messages';
import type { CameraList } from '../services/types';

/** Lets the student choose among several cameras: the first one may be busy, or face elsewhere. */
export function CameraChoice({
  cameras: { options, usedId },
  onChoose,
}: {
  cameras: CameraList;
  onChoose(cameraId: string): void;
}) {
  if (options.length < 2) return null;
  return (
    <label>
      <span>{messages.camera.choice}</span>
      <select name="camera" value={usedId ?? ''} onChange={({ target }) => onChoose(target.value)}>
        {usedId === null && (
          <option value="" disabled>
            {messages.camera.none}
          </option>
        )}
        {options.map(({ id, label }, index) => (
          <option key={id} value={id}>
            {label || messages.camera.unnamed(index + 1)}
          </option>
        ))}
      </select>
    </label>
  );
}
