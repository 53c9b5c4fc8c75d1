import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import { NoticeRegion } from '../../components/NoticeRegion';
import type { noticeMachine } from '../../machines/noticeMachine';
import { useAppChild } from './system';

const selectNotice = ({ context }: SnapshotFrom<typeof noticeMachine>) => context.notice;

/** The transient message of the page, wherever the teacher has scrolled to. */
export function Notices() {
  const notice = useSelector(useAppChild('notice'), selectNotice);
  return (
    <div className="pointer-events-none fixed inset-x-0 bottom-4 z-30 flex justify-center px-4 *:pointer-events-auto *:max-w-lg *:shadow-raised">
      <NoticeRegion kind={notice?.kind}>{notice?.sentence}</NoticeRegion>
    </div>
  );
}
