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
import { useAppChild, useSystem } from './system';

/** The frame of every protected page (section 2): the brand, the user menu, and what the live channel has to say. */
export function AppFrame({ sidebar, children }: { sidebar?: ReactNode; children: ReactNode }) {
  const system = useSystem();
  const auth = useAppChild('auth');
  const { name } = system.teacher();

  return (
    <AppLayout
      sidebar={sidebar}
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

type LiveChannelTrouble = 'backingOff' | 'offline' | 'gaveUp';

const selectTrouble = (channel: SnapshotFrom<typeof liveChannelMachine>): LiveChannelTrouble | undefined =>
  (['backingOff', 'offline', 'gaveUp'] as const).find((running) => channel.matches({ running }));

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
