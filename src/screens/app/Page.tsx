import { useSelector } from '@xstate/react';
import type { ComponentType, ReactNode } from 'react';
import type { SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { LoadingText } from '../../components/LoadingText';
import { NoticeRegion } from '../../components/NoticeRegion';
import { PageHeading } from '../../components/PageHeading';
import { pageCodeMachine } from '../../machines/app/pageCodeMachine';
import { messages } from '../../publicMessages';
import type { Lazy } from '../../services/app/lazy';
import { CrashBoundary } from './CrashBoundary';
import { useHasMoved, useOnNavigation } from './navigation';
import { useScreenActor } from './system';
import { usePageHeading } from './usePageHeading';

const { pageCode: words } = messages;

interface PageProps {
  page: Lazy<ComponentType>;
  /** Other pages, which are preloaded once this page is shown and the browser is idle. */
  ahead?: readonly Lazy<ComponentType>[];
  /** The frame for a placeholder or a failure. The page itself brings its own frame. */
  Around: ComponentType<{ children: ReactNode }>;
}

/**
 * The page of a route. Needs a key per page. Contains failures to load and crashes until the next navigation.
 */
export function Page(props: PageProps) {
  return (
    <CrashBoundary Around={props.Around}>
      <LoadedPage {...props} />
    </CrashBoundary>
  );
}

type Fetching = SnapshotFrom<typeof pageCodeMachine>;
const isReady = (code: Fetching) => code.matches('ready');
const isSlow = (code: Fetching) => code.matches({ loading: 'slow' }) || code.matches('givenUp');
const hasFailed = (code: Fetching) => code.matches('failed');
const isRetrying = (code: Fetching) => code.matches({ failed: 'retrying' });

function LoadedPage({ page, ahead = [], Around }: PageProps) {
  const hasMoved = useHasMoved();
  const actor = useScreenActor((system) => pageCodeMachine(system, { page, ahead }), {
    input: { isLoaded: page.loaded !== undefined, hasMoved },
  });
  const ready = useSelector(actor, isReady);
  const slow = useSelector(actor, isSlow);
  const failed = useSelector(actor, hasFailed);
  const retrying = useSelector(actor, isRetrying);
  useOnNavigation(actor, 'page.moved');

  if (ready && page.loaded) return <page.loaded />;
  return (
    <Around>
      {failed && <FailedHeading />}
      {slow && <LoadingText>{messages.loadingPage}</LoadingText>}
      <NoticeRegion
        kind="error"
        action={
          <Button variant="secondary" busy={retrying} onClick={() => actor.send({ type: 'code.retry' })}>
            {retrying ? words.retrying : words.retry}
          </Button>
        }
      >
        {failed && words.failed}
      </NoticeRegion>
    </Around>
  );
}

function FailedHeading() {
  const heading = usePageHeading(words.title);
  return <PageHeading ref={heading}>{words.title}</PageHeading>;
}
