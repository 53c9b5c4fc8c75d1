import type { Report } from './report';

/** Offers the report as a file, and returns the file's name, which tells the time by the teacher's clock. */
export function downloadReport(report: Report): string {
  // The Swedish write the time as ISO 8601 does.
  const [day, time = ''] = new Date(report.writtenAt).toLocaleString('sv').split(' ');
  const name = `vigil-report-${day}-${time.replace(':', '').slice(0, 4)}.json`;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(report)], { type: 'application/json' }));
  link.download = name;
  link.click();
  // Not at once: some browsers read it only after this.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return name;
}
