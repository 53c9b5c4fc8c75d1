import type { Report } from './report';

/** Downloads the report and returns the file name. */
export const downloadReport = (report: Report): string => downloadJson('report', report, report.writtenAt);

/**
 * Downloads JSON as a file whose name contains the local time.
 *
 * @param at milliseconds since the epoch
 * @returns the file's name
 */
export function downloadJson(kind: string, content: object, at: number): string {
  // The Swedish locale formats like ISO 8601.
  const [day, time = ''] = new Date(at).toLocaleString('sv').split(' ');
  const name = `vigil-${kind}-${day}-${time.replace(':', '').slice(0, 4)}.json`;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(content)], { type: 'application/json' }));
  link.download = name;
  link.click();
  // Some browsers read the URL only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return name;
}
