import { Button } from '../../components/Button';
import { Card } from '../../components/Card';
import { Dialog } from '../../components/Dialog';
import { messages } from '../../messages';
import { useOpen } from '../app/useOpen';
import { NotificationSwitches } from './NotificationSwitches';

const { desktop: words } = messages;

/** Leads to the switches of notifications where the section's bar has no room for its bell. */
export function NotificationsCard() {
  const switches = useOpen();
  return (
    <Card
      title={words.open}
      className="xl:hidden print:hidden"
      actions={
        <Button variant="secondary" onClick={switches.open}>
          {words.change}
        </Button>
      }
    >
      <p className="text-sm text-muted">{words.lead}</p>
      <Dialog open={switches.isOpen} title={words.open} onClose={switches.close}>
        <NotificationSwitches />
      </Dialog>
    </Card>
  );
}
