import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Problem } from '../failure';
import { Heading } from './Message';
import { useWords } from './tongue';

interface CodeFormProps {
  code: string;
  problem: Problem | null;
  isChecking: boolean;
  onSubmit(code: string): void;
}

export function CodeForm({ code, problem, isChecking, onSubmit }: CodeFormProps) {
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
