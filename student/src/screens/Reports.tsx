import { lasting, messages } from '../messages';
import type { ShownReport } from '../services/types';

const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

/** What was reported, newest first. */
export function Reports({ reports }: { reports: ShownReport[] }) {
  const { waiting: kept, excused, dropped, picture } = messages.reports;
  const notes = { kept, sent: '', excused, dropped };
  return (
    <section>
      <h2>{messages.reports.title}</h2>
      {reports.length === 0 ? (
        <p>{messages.reports.none}</p>
      ) : (
        <ul>
          {reports
            .toSorted((a, b) => b.startedAt - a.startedAt)
            .map(({ id, kind, startedAt, lastedMs, status, hasPicture }) => (
              <li key={id}>
                <span>
                  {messages.reports.row(
                    time.format(startedAt),
                    messages.reports.kind[kind],
                    lastedMs === null ? null : lasting(lastedMs),
                  )}
                </span>
                {notes[status] !== '' && <small>{notes[status]}</small>}
                {hasPicture && <small>{picture}</small>}
              </li>
            ))}
        </ul>
      )}
    </section>
  );
}
