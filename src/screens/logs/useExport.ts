import { useState } from 'react';
import type { DetectionLog } from '../../services/types';
import { exportLogs } from '../../system/logs/exportLogs';
import { useSystem } from '../app/system';

/** Saves logs as a CSV file named after `name`. A busy button keeps it to one file at a time. */
export function useExport(name: string) {
  const system = useSystem();
  const [saving, setSaving] = useState(false);
  const save = async (logs: readonly DetectionLog[]) => {
    setSaving(true);
    await exportLogs(system, name, logs);
    setSaving(false);
  };
  return { saving, save };
}
