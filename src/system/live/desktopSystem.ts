import { fromCallback, fromPromise } from 'xstate';
import { type DesktopOrder, desktopMachine } from '../../machines/live/desktopMachine';
import { watchVisibility } from '../../services/app/pageEvents';
import { createPreference } from '../../services/app/preferences';
import type { SiteStorage } from '../../services/app/siteStorage';
import { askPermission, readPermission, showOnDesktop } from '../../services/live/desktop';

/** Provides the browser's notifications and the stored choice. */
export function provideDesktop(storage: SiteStorage) {
  const chosen = createPreference(storage, 'desktopNotifications');
  return desktopMachine.provide({
    actors: {
      recall: fromPromise(async () => ({ wasOn: chosen.isOn(), permission: await readPermission() })),
      askPermission: fromPromise(askPermission),
      showNotifications: fromCallback<DesktopOrder>(({ receive, sendBack }) => {
        let close = () => {};
        receive(({ sentence }) => {
          close();
          try {
            close = showOnDesktop(sentence);
          } catch {
            void readPermission().then((permission) => sendBack({ type: 'notification.refused', permission }));
          }
        });
        const stopWatching = watchVisibility(() => sendBack({ type: 'page.shown' }));
        return () => {
          stopWatching();
          close();
        };
      }),
    },
    actions: { keep: (_, { isOn }) => chosen.set(isOn) },
  });
}
