import { useSelector } from '@xstate/react';
import type { ActorRefFrom } from 'xstate';
import type { detectionMachine } from '../../machines/lesson/detectionMachine';
import { selectDetection } from '../../machines/session/sessionSetup';
import { useSession } from '../app/system';

/** Returns a section's detection actor. Undefined until the section is listed or has a live message. */
export const useDetection = (sectionId: string): ActorRefFrom<typeof detectionMachine> | undefined =>
  useSelector(useSession(), (session) => selectDetection(session, sectionId));
