import { useSelector } from '@xstate/react';
import { createPortal } from 'react-dom';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { IconButton } from '../../components/IconButton';
import { NoticeRegion } from '../../components/NoticeRegion';
import { useHydrated } from '../../components/useHydrated';
import type { Notice, noticeMachine } from '../../machines/app/noticeMachine';
import { messages } from '../../publicMessages';
import { ProblemText } from './ProblemText';
import { useIsProjecting, useSystem } from './system';

const selectNotice = ({ context }: SnapshotFrom<typeof noticeMachine>) => context.notice;

/** Hides emails: a server's sentence may name a student. */
const withoutEmails = (sentence: string) =>
  sentence.replace(/[^\s@]+@[^\s@]+[^\s@.,;:!?)]/gu, messages.notice.hiddenEmail);

const covered = ({ hint, sentence, ...notice }: Notice): Notice => ({
  ...notice,
  sentence: withoutEmails(sentence),
  ...(hint !== undefined && { hint: withoutEmails(hint) }),
});

/**
 * The transient messages, visible at any scroll position. A modal dialog does not make them inert, so they are read out and
 * can be dismissed while one is open.
 */
export function Notices() {
  const { get } = useSystem();
  // Prerendered pages have no portals.
  if (!useHydrated()) return null;
  return createPortal(
    <div className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--sticky-foot)+1rem)] z-30 flex flex-col items-center gap-2 px-4 print:hidden *:pointer-events-auto *:max-w-lg *:rounded-control *:shadow-raised">
      <TransientNotice actor={get('failureNotice')} />
      <TransientNotice actor={get('notice')} />
    </div>,
    document.body,
  );
}

function TransientNotice({ actor }: { actor: ActorRefFrom<typeof noticeMachine> }) {
  const notice = useSelector(actor, selectNotice);
  const projecting = useIsProjecting();
  return (
    <NoticeRegion
      kind={notice?.kind}
      action={
        <IconButton
          icon="close"
          label={messages.notice.dismiss}
          onClick={() => actor.send({ type: 'notice.dismiss' })}
        />
      }
    >
      {notice && <ProblemText {...(projecting ? covered(notice) : notice)} />}
    </NoticeRegion>
  );
}
