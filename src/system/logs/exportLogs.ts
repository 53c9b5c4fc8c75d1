import type { AppSystem } from '../../appSystem';
import { tableOf } from '../../machines/logs/logsTable';
import { messages } from '../../messages';
import type { DetectionLog } from '../../services/app/types';
import type { Separator } from '../../services/logs/csvFile';

/** Saves a section's logs as CSV, or shows a notice that it failed. The CSV library is loaded with the first file. */
export async function exportLogs(
  { showNotice }: AppSystem,
  name: string,
  logs: readonly DetectionLog[],
  separator: Separator,
) {
  try {
    const { saveCsv } = await import('../../services/logs/csvFile');
    saveCsv(messages.export.fileName(name), tableOf(logs), separator);
  } catch {
    showNotice({ kind: 'error', sentence: messages.export.failed });
  }
}
