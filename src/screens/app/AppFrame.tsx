import { useSelector } from '@xstate/react';
import { type ReactNode, useRef } from 'react';
import { AppLayout } from '../../components/AppLayout';
import { NoticeRegion } from '../../components/NoticeRegion';
import { TopBar } from '../../components/TopBar';
import { paths } from '../../paths';
import { AccountMenu } from '../account/AccountMenu';
import { ReportLink } from '../lessons/ReportLink';
import { ChannelTrouble, ReconnectButton, selectTrouble, useLiveChannel } from '../session/ChannelTrouble';
import { ProjectorLine, ProjectorSwitch } from './ProjectorSwitch';

type AppFrameProps = {
  sidebar?: ReactNode;
  /** The page has a bar that says what the live channel has to say. */
  hasLiveBar?: boolean;
  children: ReactNode;
};

/** The frame of every protected page (section 2): the brand, the user menu, and what the live channel has to say. */
export function AppFrame({ sidebar, hasLiveBar = false, children }: AppFrameProps) {
  const projectorSwitch = useRef<HTMLButtonElement>(null);
  return (
    <AppLayout
      sidebar={sidebar}
      pageFoot={<ReportLink />}
      topBar={
        <TopBar homePath={paths.dashboard}>
          <ProjectorSwitch switchRef={projectorSwitch} />
          <AccountMenu />
        </TopBar>
      }
    >
      <ProjectorLine switchRef={projectorSwitch} />
      {!hasLiveBar && <LiveChannelNotice />}
      {children}
    </AppLayout>
  );
}

/** On a page without a {@link LiveBar}: says when live updates do not come, and offers to try again once they have been given up. */
function LiveChannelNotice() {
  const trouble = useSelector(useLiveChannel(), selectTrouble);
  return (
    <NoticeRegion kind="info" action={<ReconnectButton />}>
      {trouble && <ChannelTrouble />}
    </NoticeRegion>
  );
}
