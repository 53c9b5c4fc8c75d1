import type { Report } from './report';

/** Downloads the report and returns the file name, which contains the local time. */
export function downloadReport(report: Report): string {
  // The Swedish locale formats like ISO 8601.
  const [day, time = ''] = new Date(report.writtenAt).toLocaleString('sv').split(' ');
  const name = `vigil-report-${day}-${time.replace(':', '').slice(0, 4)}.json`;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(report)], { type: 'application/json' }));
  link.download = name;
  link.click();
  // Some browsers read the URL only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return name;
}
