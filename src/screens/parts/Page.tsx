import { useSelector } from '@xstate/react';
import type { ComponentType, ReactNode } from 'react';
import type { SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { LoadingText } from '../../components/LoadingText';
import { NoticeRegion } from '../../components/NoticeRegion';
import { PageHeading } from '../../components/PageHeading';
import type { pageCodeMachine } from '../../machines/pageCodeMachine';
import { messages } from '../../messages';
import { providePageCode } from '../../system/pageCodeSystem';
import { CrashBoundary } from './CrashBoundary';
import { useHasMoved, useOnNavigation } from './navigation';
import { useScreenActor } from './system';
import { usePageHeading } from './usePageHeading';

const { pageCode: words } = messages;

/** A component that is fetched on demand. */
export interface Code<Props = object> {
  /** Once it has been fetched. */
  Component: ComponentType<Props> | undefined;
  fetch(): Promise<void>;
}

export function codeOf<Props>(load: () => Promise<ComponentType<Props>>): Code<Props> {
  const code: Code<Props> = {
    Component: undefined,
    async fetch() {
      code.Component = await load();
    },
  };
  return code;
}

interface PageProps {
  code: Code;
  /** The code of other pages, which is fetched once this page is there and the browser idle. */
  ahead?: readonly Code[];
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

type PageCode = SnapshotFrom<typeof pageCodeMachine>;
const isReady = (code: PageCode) => code.matches('ready');
const isSlow = (code: PageCode) => code.matches({ loading: 'slow' }) || code.matches('givenUp');
const hasFailed = (code: PageCode) => code.matches('failed');
const isRetrying = (code: PageCode) => code.matches({ failed: 'retrying' });

function FetchedPage({ code, ahead = [], Around }: PageProps) {
  const hasMoved = useHasMoved();
  const actor = useScreenActor((system) => providePageCode(system, code, ahead), {
    input: { isLoaded: code.Component !== undefined, hasMoved },
  });
  const ready = useSelector(actor, isReady);
  const slow = useSelector(actor, isSlow);
  const failed = useSelector(actor, hasFailed);
  const retrying = useSelector(actor, isRetrying);
  useOnNavigation(actor, 'page.moved');

  if (ready && code.Component) return <code.Component />;
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
