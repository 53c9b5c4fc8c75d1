import { type ActorRefFrom, sendTo } from 'xstate';
import type { detectionMachine } from '../machines/detectionMachine';
import { questionMachine } from '../machines/questionMachine';

/** Asks before detection is started in a section where it can detect nothing. */
export const provideStart = (detection: ActorRefFrom<typeof detectionMachine>) => () =>
  questionMachine.provide({ actions: { act: sendTo(detection, { type: 'start.submit' }) } });
