import { useSelector } from '@xstate/react';
import type { ComponentType, ReactNode } from 'react';
import type { SnapshotFrom } from 'xstate';
import type { Code } from '../../code';
import { Button } from '../../components/Button';
import { LoadingText } from '../../components/LoadingText';
import { NoticeRegion } from '../../components/NoticeRegion';
import { PageHeading } from '../../components/PageHeading';
import type { pageCodeMachine } from '../../machines/app/pageCodeMachine';
import { messages } from '../../publicMessages';
import { providePageCode } from '../../system/app/pageCodeSystem';
import { CrashBoundary } from './CrashBoundary';
import { useHasMoved, useOnNavigation } from './navigation';
import { useScreenActor } from './system';
import { usePageHeading } from './usePageHeading';

const { pageCode: words } = messages;

/** A page whose component is fetched on demand. */
export type PageCode = Code<ComponentType>;

interface PageProps {
  code: PageCode;
  /** The code of other pages, which is fetched once this page is there and the browser idle. */
  ahead?: readonly PageCode[];
  /** Stands around what is shown in the page's place; the page brings its own. */
  Around: ComponentType<{ children: ReactNode }>;
}

/**
 * The page of a route; its key is the page's. What goes wrong in it (its code cannot be fetched, it crashes) stays within
 * it, and is left by any navigation.
 */
export function Page(props: PageProps) {
  return (
    <CrashBoundary Around={props.Around}>
      <FetchedPage {...props} />
    </CrashBoundary>
  );
}

type Fetching = SnapshotFrom<typeof pageCodeMachine>;
const isReady = (code: Fetching) => code.matches('ready');
const isSlow = (code: Fetching) => code.matches({ loading: 'slow' }) || code.matches('givenUp');
const hasFailed = (code: Fetching) => code.matches('failed');
const isRetrying = (code: Fetching) => code.matches({ failed: 'retrying' });

function FetchedPage({ code, ahead = [], Around }: PageProps) {
  const hasMoved = useHasMoved();
  const actor = useScreenActor((system) => providePageCode(system, code, ahead), {
    input: { isLoaded: code.loaded !== undefined, hasMoved },
  });
  const ready = useSelector(actor, isReady);
  const slow = useSelector(actor, isSlow);
  const failed = useSelector(actor, hasFailed);
  const retrying = useSelector(actor, isRetrying);
  useOnNavigation(actor, 'page.moved');

  if (ready && code.loaded) return <code.loaded />;
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
