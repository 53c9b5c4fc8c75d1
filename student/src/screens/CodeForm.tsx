import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Problem } from '../failure';
import type { KeptReceipt } from '../services/types';
import { Heading } from './Message';
import { useTongue, useWords } from './tongue';

interface CodeFormProps {
  code: string;
  problem: Problem | null;
  isChecking: boolean;
  /** Lessons whose receipts can be read. */
  receipts: readonly KeptReceipt[];
  onSubmit(code: string): void;
  onOpen(receiptId: string): void;
  onDrop(receiptId: string): void;
}

/** The lesson's code, and the receipts of earlier lessons. */
export function CodeForm({ receipts, onOpen, onDrop, ...form }: CodeFormProps) {
  const { date, words } = useTongue();
  return (
    <>
      <Code {...form} />
      {receipts.length > 0 && (
        <section>
          <h2>{words.earlier.title}</h2>
          <p>{words.earlier.lead}</p>
          <ul>
            {receipts.map(({ id, section, since }) => {
              const name = words.earlier.row({ section, date: date(since) });
              return (
                <li key={id}>
                  <p>{name}</p>
                  <div className="buttons">
                    <button
                      type="button"
                      className="quiet"
                      aria-label={words.earlier.readOne({ name })}
                      onClick={() => onOpen(id)}
                    >
                      {words.earlier.read}
                    </button>
                    <button
                      type="button"
                      className="quiet"
                      aria-label={words.earlier.dropOne({ name })}
                      onClick={() => onDrop(id)}
                    >
                      {words.earlier.drop}
                    </button>
                  </div>
                </li>
              );
            })}
          </ul>
        </section>
      )}
    </>
  );
}

function Code({ code, problem, isChecking, onSubmit }: Omit<CodeFormProps, 'receipts' | 'onOpen' | 'onDrop'>) {
  const { code: words, problem: sentences } = useWords();
  const [typed, setTyped] = useState(code);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (problem !== null) input.current?.focus();
  }, [problem]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit(typed);
  };
  return (
    <form onSubmit={submit}>
      <Heading>{words.title}</Heading>
      <p>{words.lead}</p>
      <label>
        <span>{words.label}</span>
        <input
          ref={input}
          name="code"
          className="code"
          dir="ltr"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={300}
          aria-invalid={problem !== null}
          aria-describedby="problem"
        />
      </label>
      <p id="problem" role="alert" className="problem">
        {isChecking || problem === null ? '' : sentences[problem.sentence]}
      </p>
      <button type="submit" aria-disabled={isChecking}>
        {isChecking ? words.checking : words.join}
      </button>
    </form>
  );
}
