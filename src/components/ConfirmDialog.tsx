import type { ComponentProps, ReactNode } from 'react';
import { ActionRow } from './ActionRow';
import { Button } from './Button';
import { Dialog } from './Dialog';

type ConfirmDialogProps = Pick<ComponentProps<typeof Dialog>, 'open' | 'title' | 'onClosed'> & {
  /** What will happen. */
  children: ReactNode;
  cancel: string;
  onCancel: () => void;
  /** Names the deed. */
  confirm: string;
  onConfirm: () => void;
  variant?: 'danger' | 'primary';
  /** It is being done. */
  busy?: boolean;
};

/** Asks before something is done that cannot be undone. Cancel has the focus. */
export function ConfirmDialog({
  children,
  cancel,
  onCancel,
  confirm,
  onConfirm,
  variant = 'danger',
  busy = false,
  ...dialog
}: ConfirmDialogProps) {
  return (
    <Dialog {...dialog} onClose={onCancel}>
      <div className="mb-5 text-muted">{children}</div>
      <ActionRow>
        <Button variant="secondary" data-autofocus onClick={onCancel}>
          {cancel}
        </Button>
        <Button variant={variant} busy={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </ActionRow>
    </Dialog>
  );
}
