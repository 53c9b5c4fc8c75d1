import type { ReactNode } from 'react';
import { IconButton } from './IconButton';

/** One scrolling line of chips. `label` names the list for screen readers. */
export function ChipList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="flex gap-2 overflow-x-auto p-0.5">
      {children}
    </ul>
  );
}

type ChipProps = {
  name: string;
  /** Tells people of the same name apart. Shown as a tooltip. */
  detail: string;
  /** Label of the remove button. */
  removeLabel: string;
  /** The chip cannot be removed for now. Its button keeps the focus. */
  inert: boolean;
  onRemove: () => void;
};

/** A removable person in a {@link ChipList}. */
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
