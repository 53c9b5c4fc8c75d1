import { isolated } from '../../machines/app/isolated';

/** Returns a section's name for use within a sentence. The name is empty while the list is unknown. */
const within = (section: string) => (section === '' ? 'one of your sections' : isolated(section));

export const words = {
  topBar: {
    skipToContent: 'Skip to content',
    userMenu: 'Account menu',
    admin: 'Administration',
    changePassword: 'Change Password',
    logout: 'Logout',
    projector: 'Projector mode',
    projectorHint: 'Projector mode: hides names, emails and pictures',
  },

  logout: {
    title: 'Detection is still running',
    lead: (sections: readonly string[]) =>
      `Detection is active in ${sections.includes('') ? within('') : sections.map(isolated).join(', ')}.`,
    stopFirst: 'Stop and log out',
    stopping: 'Stopping…',
    keepRunning: 'Log out, keep it running',
    cancel: 'Cancel',
    savingTitle: 'Your last change is still being saved',
    savingLead: 'You will be logged out as soon as it is saved.',
    now: 'Log out without waiting',
    stay: 'Stay logged in',
  },
} as const;
