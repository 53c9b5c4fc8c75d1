import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { classes } from './classes';

/** A router link in running text. Its padding widens what a finger hits and leaves the lines where they are. */
export function TextLink({ className, ...link }: ComponentProps<typeof Link>) {
  return (
    <Link
      {...link}
      className={classes(
        'rounded-control py-3.5 font-semibold text-link underline decoration-1 underline-offset-4 hover:decoration-2',
        className,
      )}
    />
  );
}
