import qrcode from 'qrcode-generator';
import { classes } from '../../components/classes';
import { messages } from '../../messages';

type QrDrawingProps = { address: string; label: string };

/** Black on white in both themes and with a quiet edge, since scanners need both. */
export function QrDrawing({ address, label }: QrDrawingProps) {
  const code = qrcode(0, 'M');
  code.addData(address);
  code.make();
  const size = code.getModuleCount();
  const places = Array.from({ length: size * size }, (_, place) => [Math.floor(place / size), place % size] as const);
  const path = places
    .filter(([row, column]) => code.isDark(row, column))
    .map(([row, column]) => `M${column} ${row}h1v1h-1z`)
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      shapeRendering="crispEdges"
      className="size-full"
    >
      <path d={`M-4 -4h${size + 8}v${size + 8}h-${size + 8}z`} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

const sizes = {
  dialog: 'size-56',
  // From 8 m, a phone scans a code of 40 % of the window's height.
  screen: 'size-[min(45dvh,100%)] lg:size-[min(60dvh,40vw)]',
};

type QrCodeProps = { address: string; label: string; size?: keyof typeof sizes };

/** The QR code of an address, in its frame. */
export const QrCode = ({ address, label, size = 'dialog' }: QrCodeProps) => (
  <div className={classes('aspect-square overflow-hidden rounded-card', sizes[size])}>
    <QrDrawing address={address} label={messages.door.qr(label)} />
  </div>
);
