import type { ReactNode } from 'react';
import { IconButton } from './IconButton';

/** Chips one after the other; more than a few scroll. `label` names the list for a screen reader. */
export function ChipList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="flex max-h-20 flex-wrap gap-2 overflow-auto p-0.5 max-sm:flex-nowrap">
      {children}
    </ul>
  );
}

type ChipProps = {
  name: string;
  /** Which of the people of that name; its tooltip. */
  detail: string;
  /** Of the button that takes it away. */
  removeLabel: string;
  onRemove: () => void;
};

/** A person in a {@link ChipList}, who can be taken off it. */
export function Chip({ name, detail, removeLabel, onRemove }: ChipProps) {
  return (
    <li className="flex max-w-full shrink-0 items-center rounded-control bg-sunken pl-3 text-sm">
      <bdi title={detail} className="min-w-0 truncate font-semibold">
        {name}
      </bdi>
      <IconButton
        icon="close"
        label={removeLabel}
        onClick={onRemove}
        className="pointer-fine:size-8 hover:bg-surface"
      />
    </li>
  );
}
