import type { ReactNode } from 'react';
import { classes } from './classes';

/** Where a line of text will be. */
export const Bar = ({ className }: { className: string }) => (
  <span aria-hidden="true" className={classes('block max-w-full animate-pulse rounded-control bg-sunken', className)} />
);

type SkeletonProps = {
  /** What is being waited for. */
  label: string;
  className?: string;
  /** The shape of what will be here, of its size. */
  children: ReactNode;
};

/** The shape of what comes, in its place: nothing moves when it is there. The words are for whoever does not see it. */
export function Skeleton({ label, className, children }: SkeletonProps) {
  return (
    <div className={className}>
      <p aria-live="polite" className="sr-only">
        {label}
      </p>
      {children}
    </div>
  );
}
