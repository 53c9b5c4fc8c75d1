import { useSelector } from '@xstate/react';
import type { ComponentProps } from 'react';
import type { ActorRefFrom } from 'xstate';
import { type logsMachine, triesOf } from '../../machines/logsMachine';

type ScreenshotProps = Omit<ComponentProps<'img'>, 'src' | 'onError'> & {
  logs: ActorRefFrom<typeof logsMachine>;
  address: string;
  alt: string;
};

/** A log's picture. One that failed is loaded anew when the logs say so: a browser by itself never tries again. */
export function Screenshot({ logs, address, alt, ...native }: ScreenshotProps) {
  const tries = useSelector(logs, ({ context }) => triesOf(context, address));
  return (
    <img
      key={tries}
      {...native}
      src={address}
      alt={alt}
      onError={() => logs.send({ type: 'picture.failed', address })}
    />
  );
}
