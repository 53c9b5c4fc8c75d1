import { type ActorRefFrom, sendTo } from 'xstate';
import { questionMachine } from '../../machines/app/questionMachine';
import type { detectionMachine } from '../../machines/section/detectionMachine';

/** Asks before detection is started in a section where it can detect nothing. */
export const provideStart = (detection: ActorRefFrom<typeof detectionMachine>) => () =>
  questionMachine.provide({ actions: { act: sendTo(detection, { type: 'start.submit' }) } });
