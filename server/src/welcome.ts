import { version } from '../../package.json';
import { isLoopbackHost, isLoopbackName } from './platform/http/loopback';
import type { Settings } from './settings';

/**
 * Returns what the console prints when the server is ready.
 * @param isOpenToOthers whether other users of this machine may look into the data directory
 */
export function welcome(
  { host, publicUrl, developmentMailbox, hasAgentKey, retentionDays, databaseUrl, dataDirectory }: Settings,
  isOpenToOthers: (folder: string) => boolean,
): string {
  const lines = [`Vigil ${version} is ready at ${publicUrl}`];
  if (developmentMailbox) lines.push(`Development mailbox: ${publicUrl}/dev/mail`);
  if (hasAgentKey) {
    lines.push('AGENT_KEY is no longer used: give each agent its own key with `npm run agents -- add NAME`.');
  }
  const { protocol, hostname } = new URL(publicUrl);
  if (protocol === 'http:' && !(isLoopbackHost(host) && isLoopbackName(hostname))) {
    lines.push(
      'Students’ cameras work only at an address that begins with https. docs/operations.md, “HTTPS on a local network”, shows the',
      'shortest way to one. Without it students can attend, but nothing is watched.',
    );
  }
  if (retentionDays === undefined && !isLoopbackName(hostname)) {
    lines.push(
      'RETENTION_DAYS is not set: detections of students and their screenshots are kept for ever. Set it to the number of days that',
      'your school needs them; unless your rules say otherwise, we recommend RETENTION_DAYS=90.',
    );
  }
  if (databaseUrl === undefined && isOpenToOthers(dataDirectory)) {
    lines.push(
      `Other users of this machine may look into ${dataDirectory}. The database and the secret in it are closed to them; to close`,
      `all of it: chmod 700 ${dataDirectory}`,
    );
  }
  return [...lines, 'Stop with Ctrl-C'].join('\n');
}
