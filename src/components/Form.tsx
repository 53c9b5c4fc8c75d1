import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import { classes } from './classes';
import { Icon } from './Icon';

export interface FormOutcome {
  kind: 'success' | 'error';
  sentence: string;
}

type FormProps = ComponentProps<'form'> & {
  /** The form's result. It replaces the fields at the same height. */
  outcome?: FormOutcome | undefined;
  /** A button or link shown with the outcome. */
  onward?: ReactNode;
};

const looks = {
  success: { icon: 'check', className: 'bg-green-soft text-green' },
  error: { icon: 'alert', className: 'bg-red-soft text-red' },
} as const;

/** A form's stack of fields and buttons. The owner validates; the fields show its sentences. */
export function Form({ outcome, onward, className, children, ...native }: FormProps) {
  const form = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const isOver = outcome !== undefined;
  const wasOver = useRef(false);
  useEffect(() => {
    // The focused element is gone, whichever way the form switched.
    if (isOver) panel.current?.focus();
    else if (wasOver.current) form.current?.querySelector<HTMLElement>('input:not([type=hidden])')?.focus();
    wasOver.current = isOver;
  }, [isOver]);
  return (
    // `method="dialog"` keeps browsers from submitting natively, even before the scripts have loaded.
    <form method="dialog" noValidate {...native} className={classes('relative', className)}>
      <div ref={form} className={classes('flex flex-col gap-7', isOver && 'invisible')}>
        {children}
      </div>
      <div
        ref={panel}
        tabIndex={-1}
        className={classes(
          'absolute focus-visible:outline-none',
          isOver && 'inset-0 flex flex-col items-center justify-center gap-4 text-center',
        )}
      >
        {isOver && (
          <span
            className={classes(
              'flex size-14 items-center justify-center rounded-pill text-xl',
              looks[outcome.kind].className,
            )}
          >
            <Icon name={looks[outcome.kind].icon} />
          </span>
        )}
        <p role="status" className="text-lg font-semibold text-balance">
          {outcome?.sentence}
        </p>
        {isOver && onward}
      </div>
    </form>
  );
}
