import { watchVisibility } from './pageEvents';

/** Whether the browser shows notifications of this site; `default` until the teacher is asked. */
export type DesktopPermission = NotificationPermission | 'unsupported';

export const readPermission = async (): Promise<DesktopPermission> =>
  'Notification' in window ? window.Notification.permission : 'unsupported';

export const askPermission = async (): Promise<DesktopPermission> =>
  'Notification' in window ? window.Notification.requestPermission() : 'unsupported';

/**
 * Shows a notification, without a sound. It goes when the page is seen again, and when the result is called; pressing it
 * leads to the page.
 *
 * @throws without the permission, and where pages cannot show any though they may ask (Chrome on Android)
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
