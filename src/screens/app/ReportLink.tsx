import { Button } from '../../components/Button';
import { messages } from '../../publicMessages';
import { useSystem } from './system';

const { report: words } = messages;

/** The footer of every page: explains the flight recorder and downloads its recording. */
export function ReportLink() {
  const system = useSystem();
  return (
    <details className="mx-auto max-w-md text-xs text-muted">
      <summary className="inline-block cursor-pointer list-none rounded-control py-3 underline decoration-1 underline-offset-4 hover:decoration-2 [&::-webkit-details-marker]:hidden">
        {words.link}
      </summary>
      <p className="mb-3 text-pretty">{words.hint}</p>
      {/* The margin keeps the notice about the saved file from covering the button. */}
      <Button variant="secondary" className="mb-32" onClick={system.saveReport}>
        {words.save}
      </Button>
    </details>
  );
}
