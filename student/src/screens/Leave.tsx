import { useEffect, useRef, useState } from 'react';
import { useWords } from './tongue';

/** Leaves the lesson, after a question. */
export function Leave({ isAtDoor, onLeave }: { isAtDoor: boolean; onLeave(): void }) {
  const { leave: words } = useWords();
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const stay = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    if (isAsking) stay.current?.focus();
    else if (wasAsked.current) button.current?.focus();
    wasAsked.current = isAsking;
  }, [isAsking]);
  if (!isAsking) {
    return (
      <button ref={button} type="button" className="quiet" onClick={() => setAsking(true)}>
        {words.ask}
      </button>
    );
  }
  return (
    <section role="alertdialog" aria-labelledby="leave" aria-describedby="leave-lead">
      <h2 id="leave">{words.title}</h2>
      <p id="leave-lead">{isAtDoor ? words.doorLead : words.lead}</p>
      <div className="buttons">
        <button ref={stay} type="button" onClick={() => setAsking(false)}>
          {words.stay}
        </button>
        <button type="button" className="quiet" onClick={onLeave}>
          {words.confirm}
        </button>
      </div>
    </section>
  );
}
