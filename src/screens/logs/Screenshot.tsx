import { useSelector } from '@xstate/react';
import type { ComponentProps } from 'react';
import type { ActorRefFrom } from 'xstate';
import { classes } from '../../components/classes';
import { Icon } from '../../components/Icon';
import { type logsMachine, triesOf } from '../../machines/records/logsMachine';
import { HIDDEN_PICTURE } from '../../machines/students/cover';
import { messages } from '../../messages';

type ScreenshotProps = Omit<ComponentProps<'img'>, 'src' | 'onError'> & {
  logs: ActorRefFrom<typeof logsMachine>;
  address: string;
  alt: string;
  /** Called when it has loaded or failed. */
  onSettled?: (isLoaded: boolean) => void;
};

/** A log's picture. A failed one is reloaded when the logs chart says so, because browsers do not retry. */
export function Screenshot({ logs, address, alt, onSettled, ...native }: ScreenshotProps) {
  const tries = useSelector(logs, ({ context }) => triesOf(context, address));
  if (address === HIDDEN_PICTURE) {
    return (
      <span className={classes(native.className, 'flex items-center justify-center text-muted')}>
        <Icon name="eyeOff" />
        {alt !== '' && <span className="sr-only">{messages.projector.hidden}</span>}
      </span>
    );
  }
  return (
    <img
      key={tries}
      {...native}
      src={address}
      alt={alt}
      onLoad={() => onSettled?.(true)}
      onError={() => {
        logs.send({ type: 'picture.failed', address });
        onSettled?.(false);
      }}
    />
  );
}
