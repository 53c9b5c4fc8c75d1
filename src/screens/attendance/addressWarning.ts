import { messages } from '../../messages';

const { door: words } = messages;

/** Says so before students join, or get a badge, at an address that gives them no camera. */
export function addressWarning({ protocol, hostname }: Location): string | undefined {
  if (protocol === 'https:') return undefined;
  return /^(.*\.)?localhost$|^127\.|^\[::1\]$/.test(hostname) ? words.ownDevice : words.insecure;
}
