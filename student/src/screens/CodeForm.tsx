import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Problem } from '../failure';
import { messages } from '../messages';
import { Heading } from './Message';

interface CodeFormProps {
  code: string;
  problem: Problem | null;
  isChecking: boolean;
  onSubmit(code: string): void;
}

export function CodeForm({ code, problem, isChecking, onSubmit }: CodeFormProps) {
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
      <Heading>{messages.code.title}</Heading>
      <p>{messages.code.lead}</p>
      <label>
        <span>{messages.code.label}</span>
        <input
          ref={input}
          name="code"
          className="code"
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
        {isChecking ? '' : (problem?.sentence ?? '')}
      </p>
      <button type="submit" aria-disabled={isChecking}>
        {isChecking ? messages.code.checking : messages.code.join}
      </button>
    </form>
  );
}
