import type { ComponentProps, ReactNode } from 'react';
import { Icon } from './Icon';

type TileButtonProps = Omit<ComponentProps<'button'>, 'className' | 'children' | 'title'> & {
  title: string;
  hint?: ReactNode;
};

/** A card-sized button that adds an entry to a grid of cards. */
export function TileButton({ title, hint, ...native }: TileButtonProps) {
  return (
    <button
      type="button"
      {...native}
      className="flex h-full min-h-32 w-full min-w-0 flex-col justify-between gap-4 rounded-card border border-dashed border-control p-5 text-left transition-colors hover:border-solid hover:bg-primary-soft"
    >
      <span className="flex size-10 items-center justify-center rounded-control bg-primary text-on-primary">
        <Icon name="plus" />
      </span>
      <span>
        <span className="block text-lg font-semibold tracking-tight">{title}</span>
        {hint !== undefined && <span className="block text-sm text-muted">{hint}</span>}
      </span>
    </button>
  );
}
