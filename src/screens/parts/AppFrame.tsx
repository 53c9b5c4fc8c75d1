import { useSelector } from '@xstate/react';
import { type ReactNode, useSyncExternalStore } from 'react';
import type { SnapshotFrom } from 'xstate';
import { AppLayout } from '../../components/AppLayout';
import { Button } from '../../components/Button';
import { NoticeRegion } from '../../components/NoticeRegion';
import { TopBar } from '../../components/TopBar';
import { UserMenu } from '../../components/UserMenu';
import type { liveChannelMachine } from '../../machines/liveChannelMachine';
import type { sessionMachine } from '../../machines/sessionMachine';
import { messages } from '../../messages';
import { paths } from '../../paths';
import { ReportLink } from './ReportLink';
import { useSession, useSystem } from './system';

/** The frame of every protected page (section 2): the brand, the user menu, and what the live channel has to say. */
export function AppFrame({ sidebar, children }: { sidebar?: ReactNode; children: ReactNode }) {
  const system = useSystem();
  // Another tab's sign-in may have brought her here before her name was known.
  const name = useSyncExternalStore(system.watchTeacher, () => system.teacher().name);

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
              { label: messages.topBar.logout, onSelect: () => system.get('auth').send({ type: 'logout.submit' }) },
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
  channel: SnapshotFrom<typeof liveChannelMachine> | undefined,
): 'offline' | 'gaveUp' | 'interrupted' | undefined {
  if (channel === undefined) return undefined;
  if (channel.matches('offline')) return 'offline';
  if (channel.matches('gaveUp')) return 'gaveUp';
  return channel.matches({ attached: 'open' }) || channel.context.reconnects === 0 ? undefined : 'interrupted';
}

const selectLiveChannel = ({ children }: SnapshotFrom<typeof sessionMachine>) => children.liveChannel;

/** Says when live updates do not come, and offers to try again once they have been given up. */
function LiveChannelNotice() {
  const channel = useSelector(useSession(), selectLiveChannel);
  const trouble = useSelector(channel, selectTrouble);
  return (
    <NoticeRegion
      kind="info"
      action={
        trouble === 'gaveUp' && (
          <Button variant="secondary" onClick={() => channel?.send({ type: 'reconnect.submit' })}>
            {messages.liveChannel.reconnect}
          </Button>
        )
      }
    >
      {trouble && messages.liveChannel[trouble]}
    </NoticeRegion>
  );
}
