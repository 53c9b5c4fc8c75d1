import type { ReactNode } from 'react';
import { IconButton } from './IconButton';

/** Chips in one line, which scrolls. `label` names the list for a screen reader. */
export function ChipList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="flex gap-2 overflow-x-auto p-0.5">
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
  /** It stays for now, and looks so; its button keeps its focus. */
  inert: boolean;
  onRemove: () => void;
};

/** A person in a {@link ChipList}, who can be taken off it. */
export function Chip({ name, detail, removeLabel, inert, onRemove }: ChipProps) {
  return (
    <li className="flex max-w-full shrink-0 items-center rounded-control bg-sunken pl-3 text-sm">
      <bdi title={detail} className="min-w-0 truncate font-semibold">
        {name}
      </bdi>
      <IconButton
        icon="close"
        label={removeLabel}
        aria-disabled={inert || undefined}
        onClick={() => inert || onRemove()}
        className="pointer-fine:size-8 hover:bg-surface"
      />
    </li>
  );
}
