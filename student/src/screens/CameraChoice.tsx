import type { CameraList } from '../services/types';
import { useWords } from './tongue';

/** Lets the student choose among several cameras: the first one may be busy, or face elsewhere. */
export function CameraChoice({
  cameras: { options, usedId },
  onChoose,
}: {
  cameras: CameraList;
  onChoose(cameraId: string): void;
}) {
  const { camera: words } = useWords();
  if (options.length < 2) return null;
  return (
    <label>
      <span>{words.choice}</span>
      <select name="camera" value={usedId ?? ''} onChange={({ target }) => onChoose(target.value)}>
        {usedId === null && (
          <option value="" disabled>
            {words.none}
          </option>
        )}
        {options.map(({ id, label }, index) => (
          <option key={id} value={id}>
            {label || words.unnamed({ number: index + 1 })}
          </option>
        ))}
      </select>
    </label>
  );
}
