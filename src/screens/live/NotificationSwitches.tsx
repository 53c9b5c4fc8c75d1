import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { Switch } from '../../components/Switch';
import type { alertMachine } from '../../machines/live/alertMachine';
import { messages } from '../../messages';
import { useSession } from '../app/system';
import { DesktopSwitch } from './DesktopSwitch';

const { alerts: words } = messages;

type Alert = SnapshotFrom<typeof alertMachine>;
const isOn = (alert: Alert | undefined) => alert?.matches('on') === true;
const isOffered = (alert: Alert | undefined) => alert?.matches('on') === true || alert?.matches('off') === true;

/** The switches of what tells the teacher about new detections on this device. */
export const NotificationSwitches = () => (
  <div className="flex flex-col gap-3">
    <DesktopSwitch />
    <AlertSwitch kind="sound" />
    <AlertSwitch kind="vibration" />
  </div>
);

/** Switches an alert on and off, where the device has it. */
function AlertSwitch({ kind }: { kind: 'sound' | 'vibration' }) {
  const alert: ActorRefFrom<typeof alertMachine> | undefined = useSelector(
    useSession(),
    ({ children }) => children[kind],
  );
  const on = useSelector(alert, isOn);
  if (!useSelector(alert, isOffered)) return null;
  return (
    <Switch
      label={words[kind].switch}
      hint={words[kind].hint}
      on={on}
      inert={false}
      onToggle={() => alert?.send({ type: 'alert.toggle' })}
    />
  );
}
