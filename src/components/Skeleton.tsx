import type { ReactNode } from 'react';
import { Announced } from './Announced';
import { classes } from './classes';

/** Where a line of text will be. */
export const Bar = ({ className }: { className: string }) => (
  <span aria-hidden="true" className={classes('block max-w-full animate-pulse rounded-control bg-sunken', className)} />
);

type SkeletonProps = {
  /** What is being waited for. */
  label: string;
  /** It has failed and is asked for again and again: whoever has heard so need not hear each time. */
  quiet?: boolean;
  className?: string;
  /** The shape of what will be here, of its size. */
  children: ReactNode;
};

/** The shape of what comes, in its place: nothing moves when it is there. The words are for whoever does not see it. */
export function Skeleton({ label, quiet = false, className, children }: SkeletonProps) {
  return (
    <div className={className}>
      {quiet ? <p className="sr-only">{label}</p> : <Announced>{label}</Announced>}
      {children}
    </div>
  );
}
