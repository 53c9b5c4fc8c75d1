import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { AppLayout } from '../../components/AppLayout';
import { NoticeRegion } from '../../components/NoticeRegion';
import { TopBar } from '../../components/TopBar';
import { paths } from '../../paths';
import { FirstAction } from '../app/firstAction';
import { ProjectorLine, ProjectorSwitch } from '../app/ProjectorSwitch';
import { ReportLink } from '../app/ReportLink';
import { ChannelTrouble, ReconnectButton, selectTrouble, useLiveChannel } from '../live/ChannelTrouble';
import { AccountMenu } from './AccountMenu';

type AppFrameProps = {
  sidebar?: ReactNode;
  /** The page has a {@link LiveBar}, which shows the live channel's problems. */
  hasLiveBar?: boolean;
  children: ReactNode;
};

/** The frame of every protected page (section 2): the brand, the user menu, and problems of the live channel. */
export function AppFrame({ sidebar, hasLiveBar = false, children }: AppFrameProps) {
  return (
    <AppLayout
      sidebar={sidebar}
      pageFoot={<ReportLink />}
      topBar={
        <TopBar homePath={paths.dashboard}>
          <ProjectorSwitch />
          <AccountMenu />
        </TopBar>
      }
    >
      <FirstAction>
        <ProjectorLine />
        {!hasLiveBar && <LiveChannelNotice />}
        {children}
      </FirstAction>
    </AppLayout>
  );
}

/** For pages without a {@link LiveBar}: shows problems of the live channel, and Reconnect once it has given up. */
function LiveChannelNotice() {
  const trouble = useSelector(useLiveChannel(), selectTrouble);
  return (
    <NoticeRegion kind="info" action={<ReconnectButton />}>
      {trouble && <ChannelTrouble />}
    </NoticeRegion>
  );
}
