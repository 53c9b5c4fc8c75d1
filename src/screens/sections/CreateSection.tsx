import { useSelector } from '@xstate/react';
import { createContext, type ReactNode, useContext } from 'react';
import type { SnapshotFrom } from 'xstate';
import { Button } from '../../components/Button';
import { TileButton } from '../../components/TileButton';
import { useKeptFocus } from '../../components/useKeptFocus';
import { createSectionForm } from '../../machines/sections/createSectionForm';
import type { sessionMachine } from '../../machines/session/sessionMachine';
import { messages } from '../../messages';
import { useActionVariant } from '../app/firstAction';
import { useSession } from '../app/system';
import { useFormDialog } from '../app/useFormDialog';
import { CreateSectionDialog } from './CreateSectionDialog';

const { dashboard: words } = messages;

const isEmpty = ({ context }: SnapshotFrom<typeof sessionMachine>) => context.sections?.length === 0;

const OpenForm = createContext(() => {});

/**
 * Holds the dialog that creates a section, around the page with the buttons that open it. Separate from the page, which need
 * not re-render when it opens. The first section replaces the card that opened it, and an empty list the button: the focus moves on.
 */
export function CreateSection({ children }: { children: ReactNode }) {
  const { form, open } = useFormDialog(createSectionForm);
  const { region, settle } = useKeptFocus<HTMLDivElement>();
  // The focus moves on when this renders.
  useSelector(useSession(), isEmpty);
  return (
    <OpenForm value={open}>
      <div {...region} className="flex flex-col gap-6">
        {children}
      </div>
      <CreateSectionDialog form={form} onClosed={settle} />
    </OpenForm>
  );
}

/** @param mayBeFirst creating a section may be the most urgent thing to do */
export const CreateButton = ({ mayBeFirst }: { mayBeFirst: boolean }) => (
  <Button variant={useActionVariant('create', mayBeFirst)} data-autofocus onClick={useContext(OpenForm)}>
    {words.createCard}
  </Button>
);

export const CreateCard = () => (
  <TileButton title={words.createCard} hint={words.createCardHint} data-autofocus onClick={useContext(OpenForm)} />
);
