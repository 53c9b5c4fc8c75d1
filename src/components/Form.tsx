import { type ComponentProps, useEffect, useRef } from 'react';
import { classes } from './classes';
import { Icon } from './Icon';

type FormProps = ComponentProps<'form'> & {
  /** It worked, and the form is over: this stands in its place, and as much room stays taken. */
  success?: string | undefined;
};

/** A form's stack of fields and buttons. It leaves the checking to its owner, whose sentences the fields show. */
export function Form({ success, className, children, ...native }: FormProps) {
  const panel = useRef<HTMLDivElement>(null);
  const succeeded = success !== undefined;
  useEffect(() => {
    // What had the focus is gone.
    if (succeeded) panel.current?.focus();
  }, [succeeded]);
  return (
    // Outside a `dialog` element a browser never sends such a form by itself, be it before or without the scripts.
    <form method="dialog" noValidate {...native} className={classes('relative', className)}>
      <div className={classes('flex flex-col gap-7', succeeded && 'invisible')}>{children}</div>
      <div
        ref={panel}
        role="status"
        tabIndex={-1}
        className={classes(
          'absolute focus-visible:outline-none',
          succeeded && 'inset-0 flex flex-col items-center justify-center gap-4 text-center',
        )}
      >
        {succeeded && (
          <>
            <span className="flex size-14 items-center justify-center rounded-pill bg-green-soft text-xl text-green">
              <Icon name="check" />
            </span>
            <p className="text-lg font-semibold text-balance">{success}</p>
          </>
        )}
      </div>
    </form>
  );
}
