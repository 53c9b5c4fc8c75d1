import { useSelector } from '@xstate/react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { ActionRow } from '../../components/ActionRow';
import { Button } from '../../components/Button';
import { Dialog } from '../../components/Dialog';
import { NoticeRegion } from '../../components/NoticeRegion';
import { UserMenu } from '../../components/UserMenu';
import type { logoutMachine } from '../../machines/session/logoutMachine';
import type { sessionMachine } from '../../machines/session/sessionMachine';
import { messages } from '../../messages';
import { paths } from '../../paths';
import { useOnNavigation } from '../app/navigation';
import { useSession } from '../app/system';
import { useIsAdministrator, useTeacherName } from '../app/useTeacherName';

const selectLogoutActor = ({ children }: SnapshotFrom<typeof sessionMachine>) => children.logout;

/** The user menu of section 2: change the password, log out. */
export function AccountMenu() {
  const session = useSession();
  const logout = useSelector(session, selectLogoutActor);
  useOnNavigation(logout, 'page.left');
  const name = useTeacherName();
  const isAdministrator = useIsAdministrator();

  return (
    <>
      <UserMenu
        label={messages.topBar.userMenu}
        name={name}
        items={[
          ...(isAdministrator ? [{ label: messages.topBar.admin, to: paths.admin }] : []),
          { label: messages.topBar.changePassword, to: paths.changePassword },
          { label: messages.topBar.logout, onSelect: () => session.send({ type: 'logout.ask' }) },
        ]}
      />
      {logout && <StopDialog logout={logout} />}
      {logout && <SavingDialog logout={logout} />}
    </>
  );
}

type Logout = SnapshotFrom<typeof logoutMachine>;
const isAsking = (logout: Logout) => logout.matches({ open: 'asking' }) || isStopping(logout);
const isStopping = (logout: Logout) => logout.matches({ open: 'stopping' });
const isSaving = (logout: Logout) => logout.matches({ open: 'saving' });
const selectLogout = ({ context }: Logout) => context;

interface LogoutProps {
  logout: ActorRefFrom<typeof logoutMachine>;
}

const words = messages.logout;

/** Asks whether to stop detection before the teacher is logged out. */
function StopDialog({ logout }: LogoutProps) {
  const session = useSession();
  const open = useSelector(logout, isAsking);
  const stopping = useSelector(logout, isStopping);
  const { running, problem } = useSelector(logout, selectLogout);
  return (
    <Dialog open={open} title={words.title} onClose={() => logout.send({ type: 'logout.cancel' })}>
      <p className="mb-5 wrap-anywhere text-muted">{words.lead(running.map(({ name }) => name))}</p>
      <NoticeRegion kind="error">{problem?.sentence}</NoticeRegion>
      <ActionRow>
        <Button variant="secondary" aria-disabled={stopping} onClick={() => logout.send({ type: 'logout.cancel' })}>
          {words.cancel}
        </Button>
        <Button
          variant="secondary"
          aria-disabled={stopping}
          onClick={() => session.send({ type: 'logout.keepRunning' })}
        >
          {words.keepRunning}
        </Button>
        <Button data-autofocus busy={stopping} onClick={() => logout.send({ type: 'logout.stopFirst' })}>
          {stopping ? words.stopping : words.stopFirst}
        </Button>
      </ActionRow>
    </Dialog>
  );
}

/** Says that logging out waits for unsaved changes, and offers not to wait. */
function SavingDialog({ logout }: LogoutProps) {
  return (
    <Dialog
      open={useSelector(logout, isSaving)}
      title={words.savingTitle}
      onClose={() => logout.send({ type: 'logout.cancel' })}
    >
      <p className="mb-5 text-muted">{words.savingLead}</p>
      <ActionRow>
        <Button variant="secondary" onClick={() => logout.send({ type: 'logout.now' })}>
          {words.now}
        </Button>
        <Button data-autofocus onClick={() => logout.send({ type: 'logout.cancel' })}>
          {words.stay}
        </Button>
      </ActionRow>
    </Dialog>
  );
}
