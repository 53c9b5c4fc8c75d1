import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import type { SnapshotFrom } from 'xstate';
import { classes } from '../../components/classes';
import { Icon } from '../../components/Icon';
import type { projectorMachine } from '../../machines/projectorMachine';
import { messages } from '../../messages';
import { useSystem } from './system';

const isOn = (projector: SnapshotFrom<typeof projectorMachine>) => projector.matches('on');

/** Hides what is personal while the class sees the screen. The style sheet covers it, in dialogs as well. */
export function ProjectorSwitch() {
  const projector = useSystem().get('projector');
  const on = useSelector(projector, isOn);
  useEffect(() => {
    document.documentElement.toggleAttribute('data-projector', on);
    return () => document.documentElement.removeAttribute('data-projector');
  }, [on]);
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={messages.topBar.projector}
      title={messages.topBar.projectorHint}
      onClick={() => projector.send({ type: 'projector.toggle' })}
      className={classes(
        'flex min-h-11 items-center gap-2 rounded-control px-3 text-sm font-semibold',
        on ? 'bg-primary-soft text-ink inset-ring inset-ring-primary' : 'text-muted hover:bg-sunken hover:text-ink',
      )}
    >
      <Icon name="projector" />
      <span className={classes(on ? 'max-sm:hidden' : 'max-lg:hidden')}>{messages.topBar.projector}</span>
    </button>
  );
}
