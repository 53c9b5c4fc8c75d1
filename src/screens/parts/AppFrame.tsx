import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { SnapshotFrom } from 'xstate';
import { AppLayout } from '../../components/AppLayout';
import { Button } from '../../components/Button';
import { NoticeRegion } from '../../components/NoticeRegion';
import { TopBar } from '../../components/TopBar';
import { UserMenu } from '../../components/UserMenu';
import type { liveChannelMachine } from '../../machines/liveChannelMachine';
import { messages } from '../../messages';
import { paths } from '../../paths';
import { ReportLink } from './ReportLink';
import { useAppChild, useSystem } from './system';

/** The frame of every protected page (section 2): the brand, the user menu, and what the live channel has to say. */
export function AppFrame({ sidebar, children }: { sidebar?: ReactNode; children: ReactNode }) {
  const system = useSystem();
  const auth = useAppChild('auth');
  const { name } = system.teacher();

  return (
    <AppLayout
      sidebar={sidebar}
      pageFoot={<ReportLink />}
      topBar={
        <TopBar homePath={paths.dashboard}>
          <UserMenu
            label={messages.topBar.userMenu}
            name={name}
            items={[
              { label: messages.topBar.changePassword, to: paths.changePassword },
              { label: messages.topBar.logout, onSelect: () => auth.send({ type: 'logout.submit' }) },
            ]}
          />
        </TopBar>
      }
    >
      <LiveChannelNotice />
      {children}
    </AppLayout>
  );
}

/** What to say of the channel, if anything: the first reconnect, a second after the close, is nobody's concern. */
function selectTrouble(
  channel: SnapshotFrom<typeof liveChannelMachine>,
): 'offline' | 'gaveUp' | 'interrupted' | undefined {
  if (channel.matches({ running: 'offline' })) return 'offline';
  if (channel.matches({ running: 'gaveUp' })) return 'gaveUp';
  const isWell = channel.matches('off') || channel.matches({ running: { attached: 'open' } });
  return isWell || channel.context.reconnects === 0 ? undefined : 'interrupted';
}

/** Says when live updates do not come, and offers to try again once they have been given up. */
function LiveChannelNotice() {
  const channel = useAppChild('liveChannel');
  const trouble = useSelector(channel, selectTrouble);
  return (
    <NoticeRegion
      kind="info"
      action={
        trouble === 'gaveUp' && (
          <Button variant="secondary" onClick={() => channel.send({ type: 'reconnect.submit' })}>
            {messages.liveChannel.reconnect}
          </Button>
        )
      }
    >
      {trouble && messages.liveChannel[trouble]}
    </NoticeRegion>
  );
}
