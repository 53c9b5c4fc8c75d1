import { Button } from '../../components/Button';
import { Card } from '../../components/Card';
import { eventName } from '../../recorder/names';
import { Time } from './Time';
import type { Recording } from './watched';
import { words } from './words';

type RecordingControlsProps = {
  recording: Recording;
  step: number;
  onStep: (step: number) => void;
  onClose: () => void;
};

/** The current step of a report, and the controls to change it. */
export function RecordingControls({ recording, step, onStep, onClose }: RecordingControlsProps) {
  const { name, steps } = recording;
  const current = steps[step - 1];
  const numbered = steps.map((one, index) => ({ ...one, number: index + 1 }));
  return (
    <Card
      title={words.recording(name)}
      actions={
        <Button variant="quiet" onClick={onClose}>
          {words.backToLive}
        </Button>
      }
    >
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" aria-disabled={step <= 0} onClick={() => onStep(step - 1)}>
          {words.previous}
        </Button>
        <Button variant="secondary" aria-disabled={step >= steps.length} onClick={() => onStep(step + 1)}>
          {words.next}
        </Button>
        <input
          type="range"
          aria-label={words.step}
          min={0}
          max={steps.length}
          value={step}
          onChange={({ currentTarget }) => onStep(currentTarget.valueAsNumber)}
          className="min-w-40 flex-1 accent-primary"
        />
      </div>
      <p role="status" className="mt-3 text-sm">
        <span className="font-semibold">{words.stepOf(step, steps.length)}</span>{' '}
        {current && (
          <>
            <Time at={current.at} />{' '}
            <span className="font-mono text-xs wrap-anywhere">{`${current.machine}: ${eventName(current.event.type)}`}</span>
          </>
        )}
      </p>
      <details className="mt-3 text-sm">
        <summary className="cursor-pointer py-2 font-semibold">{words.steps}</summary>
        <ol className="max-h-80 overflow-y-auto">
          {numbered.map(({ number, at, machine, id, event }) => (
            <li key={number}>
              <button
                type="button"
                aria-current={number === step ? 'step' : undefined}
                onClick={() => onStep(number)}
                className="w-full rounded-control px-2 py-1 text-left hover:bg-sunken aria-[current]:bg-primary-soft"
              >
                <Time at={at} />{' '}
                <span className="font-mono text-xs wrap-anywhere">{`${id ?? machine}: ${eventName(event.type)}`}</span>
              </button>
            </li>
          ))}
        </ol>
      </details>
    </Card>
  );
}
