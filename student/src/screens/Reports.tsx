import type { ShownReport } from '../services/types';
import { useTongue } from './tongue';

/** What was reported, newest first. */
export function Reports({ reports }: { reports: ShownReport[] }) {
  const {
    time,
    lasting,
    words: { reports: words },
  } = useTongue();
  const { waiting: kept, excused, dropped, picture } = words;
  const notes = { kept, sent: '', excused, dropped };
  return (
    <section>
      <h2>{words.title}</h2>
      {reports.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <ul>
          {reports
            .toSorted((a, b) => b.startedAt - a.startedAt)
            .map(({ id, kind, startedAt, lastedMs, status, hasPicture }) => (
              <li key={id}>
                <span>
                  {lastedMs === null
                    ? words.row({ time: time(startedAt), kind: words.kind[kind] })
                    : words.rowWithLength({ time: time(startedAt), kind: words.kind[kind], length: lasting(lastedMs) })}
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
