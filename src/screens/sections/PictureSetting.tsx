import { useSelector } from '@xstate/react';
import { Card } from '../../components/Card';
import { Switch } from '../../components/Switch';
import { messages } from '../../messages';
import type { Section } from '../../services/app/types';
import { useSession, useSystem } from '../app/system';

const { pictureSetting: words } = messages;

/** Whether students' own devices are asked for pictures. Absent if the backend cannot. */
export function PictureSetting({ section: { id, asksForPictures }, running }: { section: Section; running: boolean }) {
  const { submitWrite } = useSystem();
  const saving = useSelector(useSession(), ({ context: { writes } }) =>
    writes.some(({ kind, sectionId }) => kind === 'askForPictures' && sectionId === id),
  );
  if (asksForPictures === undefined) return null;
  return (
    <Card title={words.title}>
      <Switch
        label={words.label}
        hint={running ? `${words.hint} ${words.running}` : words.hint}
        on={asksForPictures}
        inert={saving}
        onToggle={() => submitWrite({ kind: 'askForPictures', sectionId: id, asks: !asksForPictures })}
      />
    </Card>
  );
}
