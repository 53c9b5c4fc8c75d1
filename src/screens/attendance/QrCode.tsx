import { lazy, Suspense } from 'react';
import { classes } from '../../components/classes';
import { messages } from '../../messages';

const Drawing = lazy(() => import('./QrDrawing'));

const sizes = {
  dialog: 'size-56',
  // From 8 m, a phone scans a code of 40 % of the window's height.
  screen: 'size-[min(45dvh,100%)] lg:size-[min(60dvh,40vw)]',
};

type QrCodeProps = { address: string; label: string; size?: keyof typeof sizes };

/** The QR code of an address; its code comes when it is first shown. */
export const QrCode = ({ address, label, size = 'dialog' }: QrCodeProps) => (
  <div className={classes('aspect-square overflow-hidden rounded-card', sizes[size])}>
    <Suspense fallback={null}>
      <Drawing address={address} label={messages.door.qr(label)} />
    </Suspense>
  </div>
);
