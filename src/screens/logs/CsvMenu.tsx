import { useState } from 'react';
import { ActionMenu } from '../../components/ActionMenu';
import { separatorsFor } from '../../machines/logs/csvSeparator';
import { exportLogs } from '../../machines/logs/exportLogs';
import { messages } from '../../messages';
import type { DetectionLog } from '../../services/app/types';
import type { Separator } from '../../services/logs/csvFile';
import { useSystem } from '../app/system';

const { export: words } = messages;

/** First the one that suits this browser's language. */
const separators = separatorsFor();

type CsvMenuProps = {
  /** The file is named after it. */
  name: string;
  logs: readonly DetectionLog[];
  unavailable?: boolean;
};

/** Saves logs as a CSV file. The button is busy meanwhile, which keeps it to one file at a time. */
export function CsvMenu({ name, logs, unavailable = false }: CsvMenuProps) {
  const system = useSystem();
  const [saving, setSaving] = useState(false);
  const save = async (separator: Separator) => {
    setSaving(true);
    await exportLogs(system, name, logs, separator);
    setSaving(false);
  };
  return (
    <ActionMenu
      label={words.submit}
      busy={saving}
      unavailable={unavailable}
      items={separators.map((separator) => ({ ...words.separators[separator], onSelect: () => void save(separator) }))}
    />
  );
}
