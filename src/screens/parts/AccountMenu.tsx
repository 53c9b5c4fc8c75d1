import { useSelector } from '@xstate/react';
import { useSyncExternalStore } from 'react';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { ActionRow } from '../../components/ActionRow';
import { Button } from '../../components/Button';
import { Dialog } from '../../components/Dialog';
import { NoticeRegion } from '../../components/NoticeRegion';
import { UserMenu } from '../../components/UserMenu';
import type { logoutMachine } from '../../machines/logoutMachine';
import { selectRunning } from '../../machines/sessionMachine';
import { messages } from '../../messages';
import { paths } from '../../paths';
import { provideLogout } from '../../system/logoutSystem';
import { useScreenActor, useSession, useSystem } from './system';

/** The user menu of section 2: change the password, log out. */
export function AccountMenu() {
  const system = useSystem();
  const session = useSession();
  const logout = useScreenActor(provideLogout);
  // Another tab's sign-in may have brought her here before her name was known.
  const name = useSyncExternalStore(system.watchTeacher, () => system.teacher().name);

  return (
    <>
      <UserMenu
        label={messages.topBar.userMenu}
        name={name}
        items={[
          { label: messages.topBar.changePassword, to: paths.changePassword },
          {
            label: messages.topBar.logout,
            onSelect: () => logout.send({ type: 'logout.ask', running: selectRunning(session.getSnapshot().context) }),
          },
        ]}
      />
      <LogoutDialog logout={logout} />
    </>
  );
}

type Logout = SnapshotFrom<typeof logoutMachine>;
const isOpen = (logout: Logout) => !logout.matches('closed');
const isStopping = (logout: Logout) => logout.matches('stopping');
const selectLogout = ({ context }: Logout) => context;

/** Asks what becomes of the sessions that are active before the teacher is logged out. */
function LogoutDialog({ logout }: { logout: ActorRefFrom<typeof logoutMachine> }) {
  const open = useSelector(logout, isOpen);
  const stopping = useSelector(logout, isStopping);
  const { running, problem } = useSelector(logout, selectLogout);
  const words = messages.logout;
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
          onClick={() => logout.send({ type: 'logout.keepRunning' })}
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
