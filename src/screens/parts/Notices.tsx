import { useSelector } from '@xstate/react';
import { createPortal } from 'react-dom';
import type { SnapshotFrom } from 'xstate';
import { IconButton } from '../../components/IconButton';
import { NoticeRegion } from '../../components/NoticeRegion';
import type { noticeMachine } from '../../machines/noticeMachine';
import { messages } from '../../publicMessages';
import { useSystem } from './system';
import { Told } from './Told';

const selectNotice = ({ context }: SnapshotFrom<typeof noticeMachine>) => context.notice;

/**
 * The transient message of the page, wherever the teacher has scrolled to. It stands beside what a dialog makes inert, so
 * that it is read out and can be dismissed while one is open.
 */
export function Notices() {
  const actor = useSystem().get('notice');
  const notice = useSelector(actor, selectNotice);
  return createPortal(
    <div className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--sticky-foot)+1rem)] z-30 flex justify-center px-4 print:hidden *:pointer-events-auto *:max-w-lg *:shadow-raised">
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
        {notice && <Told {...notice} />}
      </NoticeRegion>
    </div>,
    document.body,
  );
}
