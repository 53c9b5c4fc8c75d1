import { lazy, Suspense } from 'react';
import { messages } from '../../messages';

const Drawing = lazy(() => import('./QrDrawing'));

type QrCodeProps = { address: string; label: string };

/** The QR code of an address; its code comes when it is first shown. */
export const QrCode = ({ address, label }: QrCodeProps) => (
  <div className="size-56 overflow-hidden rounded-card">
    <Suspense fallback={null}>
      <Drawing address={address} label={messages.door.qr(label)} />
    </Suspense>
  </div>
);
