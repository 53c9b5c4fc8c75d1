import { useSelector } from '@xstate/react';
import { ConfirmDialog } from '../../components/ConfirmDialog';
import { classes } from '../../components/classes';
import { Icon } from '../../components/Icon';
import { messages } from '../../messages';
import { useIsProjecting, useProjectorMode, useSystem } from './system';
import { useBackCloses } from './useBackCloses';

const { projector: words, topBar } = messages;

/** Switches projector mode, which hides students' identities from a class that sees the screen. */
export function ProjectorSwitch() {
  const { projectorMode, get } = useSystem();
  const on = useProjectorMode();
  const change = () => {
    get('names').send({ type: 'names.hide' });
    projectorMode.set(!on);
  };
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={topBar.projector}
      title={topBar.projectorHint}
      onClick={change}
      className={classes(
        'flex min-h-11 items-center gap-2 rounded-control px-3 text-sm font-semibold',
        on ? 'bg-primary-soft text-ink inset-ring inset-ring-primary' : 'text-muted hover:bg-sunken hover:text-ink',
      )}
    >
      <Icon name="projector" />
      <span className={classes(on ? 'max-sm:hidden' : 'max-lg:hidden')}>{topBar.projector}</span>
    </button>
  );
}

/** Says that names are hidden, on paper too. They are shown for a while, after a question. */
export function ProjectorLine() {
  const names = useSystem().get('names');
  const asking = useSelector(names, (state) => state.matches('asking'));
  const on = useProjectorMode();
  const hidden = useIsProjecting();
  const hide = () => names.send({ type: 'names.hide' });
  useBackCloses(asking, hide);
  if (!on) return null;
  return (
    <div className="-my-2 flex flex-wrap items-center gap-x-2 text-sm text-muted">
      <p>{hidden ? words.on : words.shown}</p>
      <button
        type="button"
        onClick={hidden ? () => names.send({ type: 'names.ask' }) : hide}
        className="min-h-11 rounded-control font-semibold text-link underline underline-offset-4 print:hidden"
      >
        {hidden ? words.showNames : words.hideNames}
      </button>
      <ConfirmDialog
        open={asking}
        title={words.ask}
        cancel={words.cancel}
        onCancel={hide}
        confirm={words.showNames}
        onConfirm={() => names.send({ type: 'names.show' })}
        variant="primary"
      >
        {words.askText}
      </ConfirmDialog>
    </div>
  );
}
