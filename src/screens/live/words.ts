import { ALERT_REST_MS, MAX_RECONNECTS, STATUS_POLL_INTERVAL_MS } from '../../constants';
import { isolated } from '../../machines/app/isolated';

export const words = {
  liveChannel: {
    offline: 'You are offline',
    offlineSince: (time: string) => `Offline since ${time}`,
    lost: 'Live updates lost',
    /** Follows the text above, updated every second. */
    retryIn: (seconds: number, attempt: number) => `, trying again in ${seconds} s (${attempt} of ${MAX_RECONNECTS})`,
    retrying: (attempt: number) => `, trying again now (${attempt} of ${MAX_RECONNECTS})`,
    gaveUp: 'Live updates off',
    gaveUpInSection: `Live updates off · checking every ${STATUS_POLL_INTERVAL_MS / 1000} s`,
    reconnect: 'Reconnect',
  },

  desktop: {
    open: 'Notifications',
    change: 'Change notifications',
    lead: 'How this device tells you about new detections.',
    switch: 'Desktop notifications',
    hint: 'Tell me about new detections while I look at something else, at most once a minute.',
    asking: 'Your browser is asking for your permission.',
    denied: 'Your browser blocks notifications from this site. Allow them in its settings, then switch them on here.',
    unsupported: 'This browser cannot show notifications.',
    news: (section: string, count: number, kinds: string) =>
      `${count === 1 ? '1 new detection' : `${count} new detections`} in ${isolated(section)}${kinds === '' ? '' : `: ${kinds}`}`,
  },

  alerts: {
    sound: {
      switch: 'Sound',
      hint: `A short tone when a student in the open section needs a look, at most every ${ALERT_REST_MS / 1000} seconds. Silent in projector mode.`,
    },
    vibration: {
      switch: 'Vibration',
      hint: `A short vibration when a student in the open section needs a look, at most every ${ALERT_REST_MS / 1000} seconds.`,
    },
  },
} as const;
