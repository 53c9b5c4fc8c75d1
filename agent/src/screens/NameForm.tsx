import { type FormEvent, useState } from 'react';
import { messages } from '../messages';
import type { Problem } from '../model/failure';
import type { Door, KnockAs } from '../services/types';
import { Heading } from './Message';

interface NameFormProps {
  door: Door;
  problem: Problem | null;
  isAsking: boolean;
  onKnock(as: KnockAs, name: string): void;
  onAgain(): void;
}

export function NameForm({ door, problem, isAsking, onKnock, onAgain }: NameFormProps) {
  const [isStranger, setIsStranger] = useState(door.students.length === 0);
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onKnock({ name, email }, name.trim());
  };
  return (
    <section>
      <Heading>{messages.naming.title}</Heading>
      <p>{messages.naming.lesson(door.section, door.subject, door.teacher)}</p>
      <p role="alert" className="problem">
        {isAsking ? '' : (problem?.sentence ?? '')}
      </p>
      {isStranger ? (
        <form onSubmit={submit} noValidate>
          <p>{messages.naming.strangerLead}</p>
          <label>
            <span>{messages.naming.name}</span>
            <input name="name" value={name} onChange={({ target }) => setName(target.value)} maxLength={200} />
          </label>
          <label>
            <span>{messages.naming.email}</span>
            <input
              name="email"
              type="email"
              value={email}
              onChange={({ target }) => setEmail(target.value)}
              maxLength={254}
            />
          </label>
          <button type="submit" aria-disabled={isAsking}>
            {isAsking ? messages.naming.asking : messages.naming.ask}
          </button>
        </form>
      ) : (
        <>
          <p>{messages.naming.lead}</p>
          <ul className="names">
            {door.students.map((student) => (
              <li key={student.id}>
                <button
                  type="button"
                  className="quiet"
                  aria-disabled={isAsking}
                  onClick={() => onKnock({ studentId: student.id }, student.name)}
                >
                  {student.name}
                </button>
              </li>
            ))}
          </ul>
          <button type="button" className="quiet" onClick={() => setIsStranger(true)}>
            {messages.naming.stranger}
          </button>
        </>
      )}
      <button type="button" className="quiet" onClick={onAgain}>
        {messages.naming.again}
      </button>
    </section>
  );
}
