import type { ComponentProps } from 'react';
import { classes } from './classes';

/** A form's stack of fields and buttons. It leaves the checking to its owner, whose sentences the fields show. */
export function Form({ className, ...native }: ComponentProps<'form'>) {
  return <form noValidate {...native} className={classes('flex flex-col gap-5', className)} />;
}
