import { useSyncExternalStore } from 'react';
import { useSystem } from './system';

/** Returns the teacher's full name. After another tab's sign-in it may come later; empty until then. */
export function useTeacherName(): string {
  const system = useSystem();
  return useSyncExternalStore(system.watchTeacher, () => system.teacher().name);
}

/** Returns whether the administrator's page is offered to the teacher: what the server said at their sign-in. */
export function useIsAdministrator(): boolean {
  const system = useSystem();
  return useSyncExternalStore(system.watchTeacher, () => system.teacher().isAdministrator);
}
