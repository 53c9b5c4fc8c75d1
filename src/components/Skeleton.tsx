import type { ReactNode } from 'react';
import { Announced } from './Announced';
import { classes } from './classes';

/** Placeholder for a line of text. */
export const Bar = ({ className }: { className: string }) => (
  <span aria-hidden="true" className={classes('block max-w-full animate-pulse rounded-control bg-sunken', className)} />
);

type SkeletonProps = {
  /** What is loading, for screen readers. */
  label: string;
  /** Retrying after a failure: do not announce every attempt. */
  quiet?: boolean;
  className?: string;
  /** Placeholders with the shape and size of the content. */
  children: ReactNode;
};

/** A placeholder of the same size as the content, so that nothing moves. The label is only for screen readers. */
export function Skeleton({ label, quiet = false, className, children }: SkeletonProps) {
  return (
    <div className={className}>
      {quiet ? <p className="sr-only">{label}</p> : <Announced>{label}</Announced>}
      {children}
    </div>
  );
}
