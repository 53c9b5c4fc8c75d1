import { Button } from '../../components/Button';
import { messages } from '../../publicMessages';
import { useSystem } from '../app/system';

const { report: words } = messages;

/** Stands at the foot of every page: says what the flight recorder has kept, and offers it as a file. */
export function ReportLink() {
  const system = useSystem();
  return (
    <details className="mx-auto max-w-md text-xs text-muted">
      <summary className="inline-block cursor-pointer list-none rounded-control py-3 underline decoration-1 underline-offset-4 hover:decoration-2 [&::-webkit-details-marker]:hidden">
        {words.link}
      </summary>
      <p className="mb-3 text-pretty">{words.hint}</p>
      {/* Room for the notice that the file is saved, which must not cover the button. */}
      <Button variant="secondary" className="mb-32" onClick={() => void system.saveReport()}>
        {words.save}
      </Button>
    </details>
  );
}
