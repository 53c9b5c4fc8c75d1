import { fromCallback } from 'xstate';
import type { AppSystem } from '../../appSystem';
import { studentPanelMachine } from '../../machines/triage/studentPanelMachine';
import { holdBackEntry } from '../app/backEntry';
import { provideLogsView } from '../logs/logsViewSystem';

/** The student's panel, which the browser's Back closes. */
export const provideStudentPanel = () => studentPanelMachine.provide({ actors: { holdBackEntry } });

/** The episode that is enlarged in the panel. Back closes the panel, not the episode. */
export const provideEpisodeView = (system: AppSystem) =>
  provideLogsView(system).provide({ actors: { holdBackEntry: fromCallback(() => {}) } });
