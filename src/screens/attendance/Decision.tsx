import { useState } from 'react';
import { IconButton } from '../../components/IconButton';
import { messages } from '../../messages';
import type { Answers, Attendee } from '../../services/types';
import { Question, WasSomebodyElse } from './Question';

const { door: words } = messages;

type DecisionProps = {
  attendee: Attendee;
  /** A device that attended can be declared somebody else's. */
  canDisown: boolean;
  /** Nothing can be decided now, or no longer. */
  inert: boolean;
  onAdmit: (answers: Answers) => void;
  onRefuse: () => void;
};

/** Admits or turns away somebody at the door. Asks first where that could mean somebody else than it seems. */
export function Decision({ attendee, canDisown, inert, onAdmit, onRefuse }: DecisionProps) {
  const { name, typedName, isTaken } = attendee;
  const [asked, setAsked] = useState<'name' | 'device' | null>(null);
  const namesSeen = typedName !== undefined;
  const asksDevice = isTaken && canDisown;
  const cancel = () => setAsked(null);
  const decide = (act: () => void) => () => {
    cancel();
    if (!inert) act();
  };
  const press = () => {
    if (inert) return;
    if (namesSeen) setAsked('name');
    else if (asksDevice) setAsked('device');
    else onAdmit({});
  };
  if (asked === 'name' && namesSeen)
    return (
      <Question
        text={words.isThis(typedName, name)}
        answers={[
          {
            label: words.admit(name),
            onPress: asksDevice ? () => setAsked('device') : decide(() => onAdmit({ namesSeen })),
          },
          { label: words.refuseThis, onPress: decide(onRefuse) },
        ]}
        onCancel={cancel}
      />
    );
  if (asked === 'device' && asksDevice)
    return (
      <WasSomebodyElse
        name={name}
        text={words.somebodyElse.replaced}
        onAnswer={(wasSomebodyElse) => decide(() => onAdmit({ namesSeen, wasSomebodyElse }))()}
        onCancel={cancel}
      />
    );
  return (
    <>
      <IconButton icon="tick" label={words.admit(name)} aria-disabled={inert || undefined} onClick={press} />
      <IconButton
        icon="close"
        label={words.refuse(name)}
        aria-disabled={inert || undefined}
        onClick={() => inert || onRefuse()}
      />
    </>
  );
}
