import { messages } from '../../messages';
import { downloadReport } from '../../recorder/downloadReport';
import { useSystem } from './system';

const { report: words } = messages;

/** Stands at the foot of every page: offers what the flight recorder has kept as a file. */
export function ReportLink() {
  const system = useSystem();
  return (
    <button
      type="button"
      title={words.hint}
      className="rounded-control py-3 text-xs text-muted underline decoration-1 underline-offset-4 hover:decoration-2"
      onClick={() => {
        const name = downloadReport(system.report());
        system.showNotice({ kind: 'success', sentence: words.saved(name) });
      }}
    >
      {words.link}
    </button>
  );
}
