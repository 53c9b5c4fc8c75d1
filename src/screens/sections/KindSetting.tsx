import { deviceKinds } from '@vigil/contract/values';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { Button } from '../../components/Button';
import { Card } from '../../components/Card';
import { Switch } from '../../components/Switch';
import { mistakesIn } from '../../machines/records/mistakes';
import { messages } from '../../messages';
import type { DeviceKind } from '../../services/app/types';
import { useSession, useSystem } from '../app/system';
import { activityName } from '../records/ActivityBadge';
import { useSectionPage } from '../triage/sectionPage';

const { kindSetting: words } = messages;

/** What students' own devices report, and how often that was a mistake. Absent if the backend lets nobody choose. */
export function KindSetting() {
  const { section, logs } = useSectionPage();
  const { id, ignoredKinds } = section;
  const { submitWrite } = useSystem();
  const saving = useSelector(useSession(), ({ context: { writes } }) =>
    writes.some(({ kind, sectionId }) => kind === 'chooseReportedKind' && sectionId === id),
  );
  const known = useSelector(logs, ({ context }) => context.logs);
  const mistakes = useMemo(() => mistakesIn(known ?? []), [known]);
  if (ignoredKinds === undefined) return null;
  const choose = (reported: DeviceKind, isReported: boolean) =>
    submitWrite({ kind: 'chooseReportedKind', sectionId: id, reported, isReported });
  return (
    <Card title={words.title}>
      <p className="text-sm text-muted">{words.hint}</p>
      {deviceKinds.map((kind) => {
        const name = activityName(kind);
        const isOn = !ignoredKinds.includes(kind);
        const counted = isOn ? mistakes.get(kind) : undefined;
        return (
          <div key={kind} className="pt-2">
            <Switch
              label={name}
              hint={words.kinds[kind]}
              on={isOn}
              inert={saving}
              onToggle={() => choose(kind, !isOn)}
            />
            {counted !== undefined && (
              <p className="flex flex-wrap items-center gap-x-2 text-sm">
                <span>{words.mistakes(counted.found, counted.reviewed, name)}</span>
                <Button
                  variant="quiet"
                  busy={saving}
                  onClick={() => choose(kind, false)}
                  className="-ml-2 px-2! text-sm"
                >
                  {words.switchOff}
                </Button>
              </p>
            )}
          </div>
        );
      })}
    </Card>
  );
}
