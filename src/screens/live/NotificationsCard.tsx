import { useState } from 'react';
import { Button } from '../../components/Button';
import { Card } from '../../components/Card';
import { Dialog } from '../../components/Dialog';
import { messages } from '../../messages';
import { useBackCloses } from '../app/useBackCloses';
import { NotificationSwitches } from './NotificationSwitches';

const { desktop: words } = messages;

/** Leads to the switches of notifications where the section's bar has no room for its bell. */
export function NotificationsCard() {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  useBackCloses(open, close);
  return (
    <Card
      title={words.open}
      className="xl:hidden print:hidden"
      actions={
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {words.change}
        </Button>
      }
    >
      <p className="text-sm text-muted">{words.lead}</p>
      <Dialog open={open} title={words.open} onClose={close}>
        <NotificationSwitches />
      </Dialog>
    </Card>
  );
}
