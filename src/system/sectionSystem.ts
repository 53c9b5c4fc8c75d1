import { fromCallback, fromPromise } from 'xstate';
import { detectionMachine } from '../machines/detectionMachine';
import { deleteSectionForm } from '../machines/forms/deleteSectionForm';
import { logsMachine } from '../machines/logsMachine';
import { sectionMachine } from '../machines/sectionMachine';
import { messages } from '../messages';
import { createDetectionService } from '../services/detectionService';
import { watchVisibility } from '../services/pageEvents';
import { createSectionService } from '../services/sectionService';
import type { AppSystem } from './appSystem';

/** One section with its detection and logs, as its pages share it. */
export function provideSection(system: AppSystem, sectionId: string) {
  const { actor, api, account, showNotice } = system;
  const sectionService = createSectionService(api);
  const detectionService = createDetectionService(api, account);

  const logs = logsMachine.provide({
    actors: {
      fetchLogs: fromPromise(async ({ input, signal }) => ({
        logs: await detectionService.fetchLogs(input.sectionId, signal),
        fetchedAt: Date.now(),
      })),
    },
  });

  const detection = detectionMachine.provide({
    actors: {
      startDetection: fromPromise(({ input, signal }) => detectionService.startDetection(input.sectionId, signal)),
      stopDetection: fromPromise(({ input, signal }) => detectionService.stopDetection(input.sectionId, signal)),
      fetchStatus: fromPromise(({ input, signal }) => detectionService.fetchStatus(input.sectionId, signal)),
      watchSection: fromCallback(({ sendBack }) => {
        const liveChannel = actor.getSnapshot().children.liveChannel;
        const opened = liveChannel?.on('live.opened', () => sendBack({ type: 'live.opened' }));
        const received = liveChannel?.on('live.message', ({ message }) => {
          if (message.sectionId !== sectionId) return;
          if (message.type === 'detection_start') sendBack({ type: 'live.detectionStarted' });
          else sendBack({ type: 'live.statusUpdated', isActive: message.isActive });
        });
        const stopVisibility = watchVisibility(() => sendBack({ type: 'page.shown' }));
        return () => {
          opened?.unsubscribe();
          received?.unsubscribe();
          stopVisibility();
        };
      }),
      logs,
    },
    actions: { showNotice: (_, notice) => showNotice(notice) },
  });

  const deleteSection = deleteSectionForm.provide({
    actors: {
      submit: fromPromise(async ({ input: { values }, signal }) => {
        await sectionService.deleteSection(sectionId, values.password ?? '', signal);
        return {};
      }),
    },
    actions: { reportSuccess: () => showNotice({ kind: 'success', sentence: messages.deleteSection.succeeded }) },
  });

  return sectionMachine.provide({
    actors: {
      fetchSection: fromPromise(({ input, signal }) => sectionService.fetchSection(input.sectionId, signal)),
      detection,
      deleteSection,
    },
  });
}
