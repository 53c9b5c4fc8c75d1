import { useSelector } from '@xstate/react';
import { selectResumableUntil } from '../../machines/lesson/detectionMachine';
import { useTime } from '../app/useTime';
import type { SectionPage } from '../triage/sectionPage';

/** Returns whether the lesson can be resumed now. */
export function useIsResumable(detection: SectionPage['detection']): boolean {
  const until = useSelector(detection, selectResumableUntil);
  return useTime(({ now }) => until !== null && now < until);
}
