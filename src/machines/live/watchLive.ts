import { type ActorRefFrom, type ActorSystem, type EventObject, fromCallback } from 'xstate';
import { isOpen, type LiveReport, type liveChannelMachine } from './liveChannelMachine';

export type Live = ActorRefFrom<typeof liveChannelMachine>;

/** Returns the session's channel to a chart that is part of the session. */
export const liveIn = (system: ActorSystem<{ actors: { live: Live } }>): Live | undefined => system.get('live');

/**
 * Tells a chart what the live channel reports: about one section, if the input names one, or about all. The chart hears at once
 * that the channel is open already.
 *
 * @param find returns the session's channel; undefined once the session has ended
 * @param translate returns the chart's own event for a report
 */
export const watchLive = (
  find: (system: ActorSystem<{ actors: { live: Live } }>) => Live | undefined,
  translate: (report: LiveReport) => EventObject = (report) => report,
) =>
  fromCallback<EventObject, { sectionId: string | null }>(({ input: { sectionId }, sendBack, system }) => {
    const channel = find(system);
    if (channel === undefined) return;
    const isMeant = (report: LiveReport) =>
      sectionId === null || !('sectionId' in report) || report.sectionId === sectionId;
    const subscription = channel.on('*', (report) => {
      if (isMeant(report)) sendBack(translate(report));
    });
    if (isOpen(channel.getSnapshot())) sendBack(translate({ type: 'live.opened' }));
    return () => subscription.unsubscribe();
  });
