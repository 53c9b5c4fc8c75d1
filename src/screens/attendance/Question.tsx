import { type KeyboardEvent, useId, useLayoutEffect, useRef } from 'react';
import { Button } from '../../components/Button';
import { messages } from '../../messages';

type QuestionProps = {
  text: string;
  answers: readonly { label: string; onPress: () => void }[];
  onCancel: () => void;
};

/** Asks before something is done to a student, in place of what was pressed. A double press answers nothing. */
export function Question({ text, answers, onCancel }: QuestionProps) {
  const id = useId();
  const group = useRef<HTMLFieldSetElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another question takes the focus again.
  useLayoutEffect(() => group.current?.querySelector('button')?.focus({ preventScroll: true }), [text]);
  const press = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.key !== 'Escape') return;
    // Closes nothing else.
    event.preventDefault();
    onCancel();
  };
  return (
    <fieldset key={text} ref={group} aria-labelledby={id} onKeyDown={press} className="press-delay w-full min-w-0">
      <p id={id} className="text-sm font-semibold wrap-anywhere">
        {text}
      </p>
      <div className="flex flex-wrap gap-2 pt-2">
        {answers.map(({ label, onPress }) => (
          <Button key={label} variant="secondary" onClick={onPress} className="px-3! text-sm wrap-anywhere">
            {label}
          </Button>
        ))}
        <Button variant="quiet" onClick={onCancel} className="px-3! text-sm">
          {messages.door.cancel}
        </Button>
      </div>
    </fieldset>
  );
}

/** Asks whether a device that attended was the student's. */
export function WasSomebodyElse({
  name,
  text,
  onAnswer,
  onCancel,
}: {
  name: string;
  text: string;
  onAnswer: (wasSomebodyElse: boolean) => void;
  onCancel: () => void;
}) {
  const words = messages.door.somebodyElse;
  const answers = [
    { label: words.yes, onPress: () => onAnswer(true) },
    { label: words.no(name), onPress: () => onAnswer(false) },
  ];
  return <Question text={text} answers={answers} onCancel={onCancel} />;
}
