import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../components/Button';
import { messages } from '../../messages';
import type { Answers, Attendee } from '../../services/app/types';
import { Fold } from './Fold';
import { Question, WasSomebodyElse } from './Question';

const { door: words } = messages;

type DecisionProps = {
  attendee: Attendee;
  /** A device that attended can be declared somebody else's. */
  canDisown: boolean;
  /** Nothing can be decided now, or no longer. */
  inert: boolean;
  /** @param number of the device, where the teacher had to ask for it */
  onAdmit: (answers: Answers, number: string | undefined) => void;
  onRefuse: () => void;
};

/** The number that has to be asked for before the only device of a student is admitted. */
export const askedNumberOf = ({ numbers, isContested, studentId }: Attendee): string | undefined =>
  isContested && studentId !== null && numbers.length === 1 ? numbers[0] : undefined;

/** Admits or turns away somebody at the door. Asks first where that could mean somebody else than it seems. */
export function Decision({ attendee, canDisown, inert, onAdmit, onRefuse }: DecisionProps) {
  const { name, typedName, isTaken, numbers } = attendee;
  const [asked, setAsked] = useState<{ about: 'name' | 'device'; number: string | undefined } | null>(null);
  const namesSeen = typedName !== undefined;
  const asksDevice = isTaken && canDisown;
  const number = askedNumberOf(attendee);
  const cancel = () => setAsked(null);
  const decide = (act: () => void) => () => {
    cancel();
    if (!inert) act();
  };
  const admit = (number: string | undefined) => {
    if (inert) return;
    if (namesSeen) setAsked({ about: 'name', number });
    else if (asksDevice) setAsked({ about: 'device', number });
    else onAdmit({}, number);
  };
  if (asked?.about === 'name' && namesSeen)
    return (
      <Question
        text={words.isThis(typedName, name)}
        answers={[
          {
            label: words.admit(name),
            onPress: asksDevice
              ? () => setAsked({ ...asked, about: 'device' })
              : decide(() => onAdmit({ namesSeen }, asked.number)),
          },
          { label: words.turnAwayOne, onPress: decide(onRefuse) },
        ]}
        onCancel={cancel}
      />
    );
  if (asked?.about === 'device' && asksDevice)
    return (
      <WasSomebodyElse
        name={name}
        text={words.somebodyElse.replaced}
        onAnswer={(wasSomebodyElse) => decide(() => onAdmit({ namesSeen, wasSomebodyElse }, asked.number))()}
        onCancel={cancel}
      />
    );
  const refuse = (
    <Button
      variant="quiet"
      aria-label={words.refuse(name)}
      aria-disabled={inert || undefined}
      onClick={onRefuse}
      className="px-2!"
    >
      {words.turnAwayOne}
    </Button>
  );
  return (
    <>
      {numbers.length < 2 && (
        <Button
          variant="secondary"
          aria-label={number === undefined ? words.admit(name) : words.admitAs(name, number)}
          aria-disabled={inert || undefined}
          onClick={() => admit(number)}
          className="px-3!"
        >
          {words.admitOne}
        </Button>
      )}
      {numbers.length > 1 ? (
        <Numbers name={name} numbers={numbers} inert={inert} onPress={admit}>
          {refuse}
        </Numbers>
      ) : (
        refuse
      )}
    </>
  );
}

type NumbersProps = {
  name: string;
  numbers: readonly string[];
  inert: boolean;
  onPress: (number: string) => void;
  /** Another button, beside the one that unfolds the numbers. */
  children: ReactNode;
};

/** The numbers of the devices that wait under one name, folded away. */
function Numbers({ name, numbers, inert, onPress, children }: NumbersProps) {
  const [isShown, setShown] = useState(false);
  const id = useId();
  return (
    <>
      <Fold
        label={words.whichNumber}
        name={words.whichNumberOf(name)}
        isOpen={isShown}
        controls={id}
        onPress={() => setShown(!isShown)}
      />
      {children}
      {isShown && (
        <div id={id} className="flex w-full flex-wrap gap-1">
          {numbers.map((number) => (
            <Button
              key={number}
              variant="secondary"
              aria-label={words.admitAs(name, number)}
              aria-disabled={inert || undefined}
              onClick={() => onPress(number)}
              className="min-w-11 px-2!"
            >
              {number}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}
