import { Dialog } from '../../components/Dialog';
import { IconButton } from '../../components/IconButton';
import { Switch } from '../../components/Switch';
import { TextLink } from '../../components/TextLink';
import { messages } from '../../messages';
import { paths } from '../../paths';
import { usePreference, useSystem } from '../app/system';
import { useBackCloses } from '../app/useBackCloses';

const { lookNow, lookNowKeys: words } = messages;

/** A button that explains the order of Look now and lists its keys. */
export function LookNowKeys({ isOpen, onToggle }: { isOpen: boolean; onToggle: (isOpen: boolean) => void }) {
  const { pageKeys } = useSystem();
  const isAnywhere = usePreference(pageKeys);
  const close = () => onToggle(false);
  useBackCloses(isOpen, close);
  return (
    <>
      <IconButton icon="help" label={words.open} onClick={() => onToggle(true)} />
      <Dialog open={isOpen} title={lookNow.title} onClose={close}>
        <div className="flex flex-col gap-4 text-sm">
          <p>{words.order}</p>
          <p>{words.reasons}</p>
          <p>
            <TextLink to={paths.howDetectionWorks}>{messages.howDetectionWorks.title}</TextLink>
          </p>
          <p className="text-muted">{words.lead}</p>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
            {words.keys.map(([key, meaning]) => (
              <div key={key} className="contents">
                <dt>
                  <kbd className="rounded-control border border-control px-2 py-0.5 font-mono text-xs">{key}</kbd>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
          <Switch
            label={words.anywhere}
            hint={words.anywhereHint}
            on={isAnywhere}
            inert={false}
            onToggle={() => pageKeys.set(!isAnywhere)}
          />
        </div>
      </Dialog>
    </>
  );
}
