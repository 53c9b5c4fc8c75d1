import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Problem } from '../failure';
import type { Door, KnockAs } from '../services/types';
import { Heading } from './Message';
import { useTongue, useWords } from './tongue';

interface NameFormProps {
  door: Door;
  problem: Problem | null;
  isAsking: boolean;
  onKnock(as: KnockAs, name: string): void;
  onAgain(): void;
}

export function NameForm({ door, problem, isAsking, onKnock, onAgain }: NameFormProps) {
  const {
    titled,
    words: { naming: words, problem: sentences },
  } = useTongue();
  const hasList = door.students.length > 0;
  const [isStranger, setIsStranger] = useState(!hasList);
  return (
    <section>
      <Heading>{words.title}</Heading>
      <p>{titled(door.section, door.subject, door.teacher)}</p>
      {isStranger ? (
        <StrangerForm problem={problem} isAsking={isAsking} takesFocus={hasList} onKnock={onKnock} />
      ) : (
        <>
          <p>{words.lead}</p>
          <p role="alert" className="problem">
            {isAsking || problem === null ? '' : sentences[problem.sentence]}
          </p>
          <ul className="names">
            {door.students.map((student) => (
              <li key={student.id}>
                <button
                  type="button"
                  className="quiet"
                  dir="auto"
                  aria-disabled={isAsking}
                  onClick={() => isAsking || onKnock({ studentId: student.id }, student.name)}
                >
                  {student.name}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {hasList && (
        <button type="button" className="quiet" onClick={() => setIsStranger(!isStranger)}>
          {isStranger ? words.list : words.stranger}
        </button>
      )}
      <button type="button" className="quiet" onClick={onAgain}>
        {words.again}
      </button>
    </section>
  );
}

interface StrangerFormProps extends Pick<NameFormProps, 'problem' | 'isAsking' | 'onKnock'> {
  takesFocus: boolean;
}

/** Name and email of somebody who is not on the list. */
function StrangerForm({ problem, isAsking, takesFocus, onKnock }: StrangerFormProps) {
  const { naming: words, problem: sentences } = useWords();
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const field = form.current?.elements.namedItem(problem?.field ?? '');
    if (field instanceof HTMLInputElement) field.focus();
  }, [problem]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onKnock({ name, email }, name.trim());
  };
  const wrong = (field: string) => ({
    'aria-invalid': problem?.field === field,
    'aria-describedby': problem?.field === field ? 'problem' : undefined,
  });
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <p>{words.strangerLead}</p>
      <label>
        <span>{words.name}</span>
        <input
          name="name"
          dir="auto"
          autoComplete="name"
          // biome-ignore lint/a11y/noAutofocus: the student has just asked for it.
          autoFocus={takesFocus}
          value={name}
          onChange={({ target }) => setName(target.value)}
          maxLength={200}
          {...wrong('name')}
        />
      </label>
      <label>
        <span>{words.email}</span>
        <input
          name="email"
          dir="ltr"
          type="email"
          autoComplete="email"
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          maxLength={254}
          {...wrong('email')}
        />
      </label>
      <p id="problem" role="alert" className="problem">
        {isAsking || problem === null ? '' : sentences[problem.sentence]}
      </p>
      <button type="submit" aria-disabled={isAsking}>
        {isAsking ? words.asking : words.ask}
      </button>
    </form>
  );
}
