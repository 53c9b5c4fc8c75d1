import { useSyncExternalStore } from 'react';
import { NoticeRegion } from '../../components/NoticeRegion';
import { messages } from '../../publicMessages';
import { useSystem } from './system';

/** Stands above every page: says that the browser keeps nothing, and what to do about it. */
export function StorageNotice() {
  const { storage } = useSystem();
  // Nothing is known of the browser where a document is rendered ahead.
  const isKept = useSyncExternalStore(storage.watchKept, storage.isKept, () => true);
  return (
    <div className="print:hidden">
      <NoticeRegion>{!isKept && messages.storageBlocked}</NoticeRegion>
    </div>
  );
}
