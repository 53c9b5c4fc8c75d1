import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { type liveChannelMachine, secondsToRetry } from '../../machines/live/liveChannelMachine';
import { messages } from '../../messages';
import { useSession } from '../app/system';

const { liveChannel: words } = messages;

type Channel = SnapshotFrom<typeof liveChannelMachine> | undefined;

/** Selects the live channel's problem, if any. The first reconnect, a second after the close, is not shown. */
export function selectTrouble(channel: Channel): 'offline' | 'gaveUp' | 'lost' | undefined {
  if (channel === undefined) return undefined;
  if (channel.matches('offline')) return 'offline';
  if (channel.matches('gaveUp')) return 'gaveUp';
  return channel.matches({ attached: 'open' }) || channel.context.reconnects === 0 ? undefined : 'lost';
}

/** Selects the text about the reconnect. */
function selectRetry(channel: Channel): string {
  if (channel === undefined) return '';
  const { reconnects } = channel.context;
  const seconds = secondsToRetry(channel.context);
  if (channel.matches('attached')) return words.retrying(reconnects);
  return seconds === null ? words.retrying(reconnects + 1) : words.retryIn(seconds, reconnects + 1);
}

const selectLiveChannel = ({ children }: SnapshotFrom<ReturnType<typeof useSession>>) => children.liveChannel;

export const useLiveChannel = () => useSelector(useSession(), selectLiveChannel);

export const useIsOffline = () => useSelector(useLiveChannel(), selectTrouble) === 'offline';

/** Explains missing live updates. Needs a live region around it. */
export function ChannelTrouble({ gaveUp = words.gaveUp }: { gaveUp?: string }) {
  const channel = useLiveChannel();
  const trouble = useSelector(channel, selectTrouble);
  const retry = useSelector(channel, selectRetry);
  switch (trouble) {
    case undefined:
      return null;
    case 'offline':
      return <span>{words.offline}</span>;
    case 'lost':
      return (
        <>
          <span>{words.lost}</span>
          {/* Each second another text, which nobody wants read out. */}
          <span aria-live="off">{retry}</span>
        </>
      );
    case 'gaveUp':
      return <span>{gaveUp}</span>;
  }
}

/** Offers to reconnect once the channel has given up. */
export function ReconnectButton() {
  const channel = useLiveChannel();
  const hasGivenUp = useSelector(channel, selectTrouble) === 'gaveUp';
  if (!hasGivenUp) return null;
  const reconnect = () => {
    channel?.send({ type: 'reconnect.submit' });
    // The button disappears, and the focus would move to the top of the document.
    document.getElementById('content')?.focus({ preventScroll: true });
  };
  return (
    <Button variant="secondary" onClick={reconnect}>
      {words.reconnect}
    </Button>
  );
}
