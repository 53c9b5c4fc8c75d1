import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { Switch } from '../../components/Switch';
import type { desktopMachine } from '../../machines/live/desktopMachine';
import { messages } from '../../messages';
import { useSession } from '../app/system';

const { desktop: words } = messages;

type Desktop = SnapshotFrom<typeof desktopMachine>;
const isOn = (desktop: Desktop | undefined) => desktop?.matches('on') === true;
const isUnsupported = (desktop: Desktop | undefined) => desktop?.matches('unsupported') === true;
const selectHint = (desktop: Desktop | undefined) => {
  if (desktop?.matches('unsupported')) return words.unsupported;
  if (desktop?.matches('denied')) return words.denied;
  return desktop?.matches('asking') ? words.asking : words.hint;
};

/** Switches desktop notifications on and off, or explains why they are unavailable. */
export function DesktopSwitch() {
  const desktop: ActorRefFrom<typeof desktopMachine> | undefined = useSelector(
    useSession(),
    ({ children }) => children.desktop,
  );
  return (
    <Switch
      label={words.switch}
      hint={useSelector(desktop, selectHint)}
      on={useSelector(desktop, isOn)}
      inert={useSelector(desktop, isUnsupported)}
      onToggle={() => desktop?.send({ type: 'desktop.toggle' })}
    />
  );
}
