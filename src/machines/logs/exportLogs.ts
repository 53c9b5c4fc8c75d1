import { messages } from '../../messages';
import type { DetectionLog } from '../../services/app/types';
import type { Separator } from '../../services/logs/csvFile';
import type { Notice } from '../app/noticeMachine';
import { tableOf } from './logsTable';

/** What the export of logs needs of the world. */
export interface ExportPorts {
  saveCsv(name: string, rows: readonly string[][], separator: Separator): Promise<void>;
  showNotice(notice: Notice): void;
}

/** Saves a section's logs as CSV, or shows a notice that it failed. */
export async function exportLogs(
  { saveCsv, showNotice }: ExportPorts,
  name: string,
  logs: readonly DetectionLog[],
  separator: Separator,
) {
  try {
    await saveCsv(messages.export.fileName(name), tableOf(logs), separator);
  } catch {
    showNotice({ kind: 'error', sentence: messages.export.failed });
  }
}
