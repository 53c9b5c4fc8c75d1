import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from './classes';

type CardProps = Omit<ComponentProps<'section'>, 'title'> & {
  /** The `h2`, which also labels the card as a region. */
  title?: ReactNode;
  /** Buttons and links at the right of the title. */
  actions?: ReactNode;
  /** Less padding, for cards side by side. */
  dense?: boolean;
};

/** A bordered section of the page. */
export function Card({ title, actions, dense = false, className, children, ...native }: CardProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={title === undefined ? undefined : titleId}
      {...native}
      className={classes(
        'min-w-0 rounded-card border border-line bg-surface p-4 shadow-card',
        !dense && 'sm:p-6',
        className,
      )}
    >
      {title !== undefined && (
        <div
          className={classes('flex flex-wrap items-center justify-between gap-x-4 gap-y-2', dense ? 'mb-2' : 'mb-4')}
        >
          <h2 id={titleId} tabIndex={-1} className="min-w-0 text-lg font-semibold tracking-tight">
            {title}
          </h2>
          {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  );
}
