import type { RefObject } from 'react';
import { classes } from '../../components/classes';
import { Icon } from '../../components/Icon';
import { messages } from '../../messages';
import { useIsProjecting, useSystem } from './system';

const { projector: words, topBar } = messages;

type ProjectorProps = { switchRef: RefObject<HTMLButtonElement | null> };

/** Switches projector mode, which hides students' identities from a class that sees the screen. */
export function ProjectorSwitch({ switchRef }: ProjectorProps) {
  const { projectorMode } = useSystem();
  const on = useIsProjecting();
  return (
    <button
      ref={switchRef}
      type="button"
      role="switch"
      aria-checked={on}
      aria-label={topBar.projector}
      title={topBar.projectorHint}
      onClick={() => projectorMode.set(!on)}
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

/** Says that names are hidden, on paper too, with a button that shows them. */
export function ProjectorLine({ switchRef }: ProjectorProps) {
  const { projectorMode } = useSystem();
  if (!useIsProjecting()) return null;
  const showNames = () => {
    // The pressed button disappears: keep the focus.
    switchRef.current?.focus();
    projectorMode.set(false);
  };
  return (
    <p className="-my-2 flex flex-wrap items-center gap-x-2 text-sm text-muted">
      <span>{words.on}</span>
      <button
        type="button"
        onClick={showNames}
        className="min-h-11 rounded-control font-semibold text-link underline underline-offset-4 print:hidden"
      >
        {words.showNames}
      </button>
    </p>
  );
}
