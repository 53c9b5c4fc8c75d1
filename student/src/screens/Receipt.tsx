import { studentsDevice } from '@vigil/contract/values';
import { type FormEvent, useState } from 'react';
import type { Problem } from '../failure';
import { messages } from '../messages';
import type { Period, ReceiptLog, Receipt as Recorded } from '../services/types';
import { Heading } from './Message';

const { receipt: words, reports } = messages;

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const minutes = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' });
const date = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' });
const moment = new Intl.DateTimeFormat(undefined, { weekday: 'long', hour: 'numeric', minute: '2-digit' });

interface AnswerProps {
  problem: Problem | null;
  /** Id of the log that was answered last. */
  answered: string | null;
  isAnswering: boolean;
  onAnswer(logId: string, text: string): void;
}

interface ReceiptProps extends AnswerProps {
  receipt: Recorded;
  isFetching: boolean;
  isPostponed: boolean;
  onRefresh(): void;
  onClose(): void;
}

/** After the lesson: what was recorded, who has looked at it, when it is deleted, and a line to answer. */
export function Receipt({ receipt, isFetching, isPostponed, onRefresh, onClose, ...answering }: ReceiptProps) {
  const { teacher, logs, more, periods, excuses, deletedBy, closesAt } = receipt;
  const times = [
    ...periods.map(({ state, ...period }) => ({ ...period, text: words.state[state] })),
    ...excuses.map(({ reason, ...period }) => ({ ...period, text: words.excused(reason) })),
  ].toSorted((a, b) => a.from - b.from);
  return (
    <>
      <section>
        <Heading>{messages.over.ended}</Heading>
        <p>{words.lead}</p>
        <p>{words.hints(teacher)}</p>
      </section>
      <section>
        <h2>{words.logs}</h2>
        {logs.length === 0 && <p>{words.none}</p>}
        <ul className="logs">
          {logs.map((log) => (
            <Log key={log.id} log={log} teacher={teacher} {...answering} />
          ))}
        </ul>
        {more > 0 && <p>{words.more(more)}</p>}
      </section>
      <section>
        <h2>{words.watched}</h2>
        <ul>
          {times.map(({ text, ...period }) => (
            <li key={`${text} ${period.from}`}>{words.row(minutes.formatRange(period.from, period.to), text)}</li>
          ))}
        </ul>
        <p>{words.unwatched}</p>
        <h2>{words.kept}</h2>
        <p>{deletedBy === null ? words.undated : words.deleted(date.format(deletedBy))}</p>
        <p>{words.closes(moment.format(closesAt))}</p>
      </section>
      <div className="buttons">
        <p role="status">{isPostponed ? words.postponed : ''}</p>
        <button type="button" className="quiet" aria-disabled={isFetching} onClick={onRefresh}>
          {isFetching ? words.fetching : words.refresh}
        </button>
        <button type="button" className="quiet" onClick={onClose}>
          {words.close}
        </button>
      </div>
    </>
  );
}

function Log({
  log,
  teacher,
  problem,
  answered,
  isAnswering,
  onAnswer,
}: AnswerProps & { log: ReceiptLog; teacher: string }) {
  const { id, details, source, hasPicture, picture, review, answer } = log;
  const [text, setText] = useState('');
  const isThis = answered === id;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAnswer(id, text);
  };
  const notes = [
    details,
    source === '' || source === studentsDevice ? '' : words.source(source),
    hasPicture && picture === null ? words.picture : '',
    review === null ? words.review.none(teacher) : words.review[review.state](review.by),
  ].filter((note) => note !== '');
  const name = words.row(timesOf(log), kindOf(log));
  return (
    <li>
      <p>{name}</p>
      {notes.map((note) => (
        <small key={note}>{note}</small>
      ))}
      {picture !== null && <img src={picture} alt={words.pictureOf(name)} loading="lazy" />}
      <p role="status">{answer === null ? '' : words.answered(answer)}</p>
      <form onSubmit={submit} aria-label={name}>
        <label>
          <span>{words.answer}</span>
          <input name="text" value={text} onChange={({ target }) => setText(target.value)} maxLength={200} />
        </label>
        <p role="alert" className="problem">
          {isThis && !isAnswering ? (problem?.sentence ?? '') : ''}
        </p>
        <button type="submit" className="quiet" aria-disabled={isAnswering}>
          {isThis && isAnswering ? words.sending : answer === null ? words.send : words.change}
        </button>
      </form>
    </li>
  );
}

const timesOf = ({ from, to }: Pick<ReceiptLog, 'to'> & Pick<Period, 'from'>): string =>
  to === null ? clock.format(from) : clock.formatRange(from, to);

const kindNames = new Map<string, string>(Object.entries(reports.kind));
const kindOf = ({ kind }: ReceiptLog): string => kindNames.get(kind) ?? kind.replaceAll('_', ' ');
