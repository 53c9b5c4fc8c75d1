import { studentsDevice } from '@vigil/contract/values';
import { type FormEvent, useState } from 'react';
import type { Problem } from '../failure';
import type { ReceiptLog, Receipt as Recorded } from '../services/types';
import { Heading } from './Message';
import { useTongue } from './tongue';

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
  const {
    period: periodOf,
    date,
    words: { receipt: words, over },
  } = useTongue();
  const { teacher, logs, more, periods, excuses, deletedBy } = receipt;
  const times = [
    ...periods.map(({ state, ...period }) => ({ ...period, text: words.state[state] })),
    ...excuses.map(({ reason, ...period }) => ({
      ...period,
      text: reason === '' ? words.excused : words.excusedFor({ reason }),
    })),
  ].toSorted((a, b) => a.from - b.from);
  return (
    <>
      <section>
        <Heading>{over.ended}</Heading>
        <p>{words.lead}</p>
        <p>{words.hints({ teacher })}</p>
      </section>
      <section>
        <h2>{words.logs}</h2>
        {logs.length === 0 && <p>{words.none}</p>}
        <ul className="logs">
          {logs.map((log) => (
            <Log key={log.id} log={log} teacher={teacher} {...answering} />
          ))}
        </ul>
        {more > 0 && <p>{words.more({ count: more })}</p>}
      </section>
      <section>
        <h2>{words.watched}</h2>
        <ul>
          {times.map(({ text, ...period }) => (
            <li key={`${text} ${period.from}`}>{words.row({ times: periodOf(period.from, period.to), kind: text })}</li>
          ))}
        </ul>
        <p>{words.unwatched}</p>
        <h2>{words.kept}</h2>
        <p>{deletedBy === null ? words.undated : words.deleted({ date: date(deletedBy) })}</p>
        <p>{words.stays}</p>
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
  const {
    exactly,
    lasting,
    words: { receipt: words, reports, problem: sentences },
  } = useTongue();
  const { id, kind, details, from, to, source, hasPicture, picture, review, answer, reply } = log;
  const [text, setText] = useState('');
  const isThis = answered === id;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onAnswer(id, text);
  };
  // Of what this page reports, the server makes an English sentence, which says what the row says.
  const isOfDevice = source === studentsDevice;
  const notes = [
    isOfDevice ? '' : details,
    source === '' || isOfDevice ? '' : words.source({ source }),
    hasPicture && picture === null ? words.picture : '',
    review === null ? words.review.none({ teacher }) : words.review[review.state]({ by: review.by ?? words.aTeacher }),
  ].filter((note) => note !== '');
  // Other agents than this page have words of their own.
  const kinds = new Map<string, string>(Object.entries(reports.kind));
  const what = { time: exactly(from, to), kind: kinds.get(kind) ?? kind.replaceAll('_', ' ') };
  const name = to === null ? reports.row(what) : reports.rowWithLength({ ...what, length: lasting(to - from) });
  return (
    <li>
      <p>{name}</p>
      {notes.map((note) => (
        <small key={note}>{note}</small>
      ))}
      {picture !== null && <img src={picture} alt={words.pictureOf({ name })} loading="lazy" />}
      <p role="status">{answer === null ? '' : words.answered({ answer })}</p>
      {reply !== null && <p>{words.replied({ by: reply.by ?? words.aTeacher, reply: reply.text })}</p>}
      <form onSubmit={submit} aria-label={name}>
        <label>
          <span>{words.answer}</span>
          <input name="text" dir="auto" value={text} onChange={({ target }) => setText(target.value)} maxLength={200} />
        </label>
        <p role="alert" className="problem">
          {isThis && !isAnswering && problem !== null ? sentences[problem.sentence] : ''}
        </p>
        <button type="submit" className="quiet" aria-disabled={isAnswering}>
          {isThis && isAnswering ? words.sending : answer === null ? words.send : words.change}
        </button>
      </form>
    </li>
  );
}
