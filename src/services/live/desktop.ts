import { watchVisibility } from '../app/pageEvents';

/** Permission for desktop notifications. `default` until the teacher is asked. */
export type DesktopPermission = NotificationPermission | 'unsupported';

export const readPermission = async (): Promise<DesktopPermission> =>
  'Notification' in window ? window.Notification.permission : 'unsupported';

export const askPermission = async (): Promise<DesktopPermission> =>
  'Notification' in window ? window.Notification.requestPermission() : 'unsupported';

/**
 * Shows a silent notification. Pressing it focuses the page. It closes when the page becomes visible or the result is
 * called.
 *
 * @throws without permission, and where pages may ask but cannot show any (Chrome on Android)
 */
export function showOnDesktop(sentence: string): () => void {
  if (window.Notification.permission !== 'granted') throw new Error('There is no permission');
  const notification = new window.Notification(sentence, { silent: true });
  notification.onclick = () => window.focus();
  const stopWatching = watchVisibility(() => close());
  const close = () => {
    stopWatching();
    notification.close();
  };
  return close;
}
