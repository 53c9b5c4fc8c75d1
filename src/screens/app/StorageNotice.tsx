import { useSyncExternalStore } from 'react';
import { NoticeRegion } from '../../components/NoticeRegion';
import { messages } from '../../publicMessages';
import { useSystem } from './system';

/** Shown above every page if the browser stores no data: says so and what to do. */
export function StorageNotice() {
  const { storage } = useSystem();
  // Prerendering knows nothing about the browser.
  const isKept = useSyncExternalStore(storage.watchKept, storage.isKept, () => true);
  return (
    <div className="print:hidden">
      <NoticeRegion>{!isKept && messages.storageBlocked}</NoticeRegion>
    </div>
  );
}
