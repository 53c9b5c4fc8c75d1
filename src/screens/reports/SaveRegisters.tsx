import { useState } from 'react';
import { ActionMenu } from '../../components/ActionMenu';
import { Card } from '../../components/Card';
import { Field } from '../../components/Field';
import { Select } from '../../components/Select';
import { separatorsFor } from '../../machines/logs/csvSeparator';
import { type Days, isoDay, saveRegisters, type TableForm } from '../../machines/reports/registerTable';
import { messages } from '../../messages';
import type { Lesson, Section } from '../../services/app/types';
import type { Separator } from '../../services/logs/csvFile';
import { useSystem } from '../app/system';

const { classRegister: words, export: exportWords } = messages;

/** First the one that suits this browser's language. */
const separators = separatorsFor();
const forms: readonly TableForm[] = ['rows', 'columns'];
const isForm = (value: string): value is TableForm => forms.some((form) => form === value);

type SaveRegistersProps = {
  section: Section;
  /** Newest first, at least one. */
  lessons: readonly Lesson[];
};

/** Saves the registers of several lessons as a CSV file: by default, of the month of the last one. */
export function SaveRegisters({ section, lessons }: SaveRegistersProps) {
  const system = useSystem();
  const [saving, setSaving] = useState(false);
  const [form, setForm] = useState<TableForm>('rows');
  const [days, setDays] = useState<Days>(() => monthOf(lessons[0]?.startedAt ?? Date.now()));
  const save = async (separator: Separator) => {
    setSaving(true);
    const { signal } = new AbortController();
    await saveRegisters(
      {
        saveCsv: system.saveCsv,
        showNotice: system.showNotice,
        fetchRegisters: async (period) => (await system.registers()).fetchRegisters(section.id, period, signal),
      },
      { days, form, separator, name: section.name },
    );
    setSaving(false);
  };
  return (
    <Card title={words.saveTitle}>
      <p className="mb-4 text-sm text-muted">{words.saveHint}</p>
      <div className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[10rem_10rem_minmax(0,1fr)_auto]">
        <Field
          label={words.first}
          name="first"
          type="date"
          value={days.first}
          onChange={({ target }) => setDays({ ...days, first: target.value })}
        />
        <Field
          label={words.last}
          name="last"
          type="date"
          value={days.last}
          onChange={({ target }) => setDays({ ...days, last: target.value })}
        />
        <Select
          label={words.form}
          name="form"
          value={form}
          options={forms.map((value) => ({ value, label: words.forms[value] }))}
          onChange={({ target }) => isForm(target.value) && setForm(target.value)}
        />
        <ActionMenu
          label={words.save}
          busy={saving}
          items={separators.map((separator) => ({
            ...exportWords.separators[separator],
            onSelect: () => void save(separator),
          }))}
        />
      </div>
    </Card>
  );
}

/** Returns the days of a time's month, up to today. */
function monthOf(time: number): Days {
  const first = new Date(time);
  first.setDate(1);
  const last = new Date(first.getFullYear(), first.getMonth() + 1, 0);
  return { first: isoDay(first.getTime()), last: isoDay(last.getTime()) };
}
