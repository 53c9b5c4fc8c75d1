import { BrowserRouter } from 'react-router-dom';
import type { AppSystem } from './appSystem';
import { AppRoutes } from './routes';
import { BareFrame } from './screens/app/BareFrame';
import { CrashBoundary } from './screens/app/CrashBoundary';
import { Notices } from './screens/app/Notices';
import { Navigation } from './screens/app/navigation';
import { StorageNotice } from './screens/app/StorageNotice';
import { RouterBridge, SystemContext } from './screens/app/system';

/** The whole front end over a running system. */
export function App({ system }: { system: AppSystem }) {
  return (
    <SystemContext value={system}>
      {/* Without transitions: a field whose value is in the address must show each key at once. */}
      <BrowserRouter useTransitions={false}>
        <AppContent />
      </BrowserRouter>
      <Notices />
    </SystemContext>
  );
}

/** Everything inside a system and a router. */
export function AppContent() {
  return (
    // The last resort: each page has a boundary of its own.
    <CrashBoundary Around={BareFrame}>
      <StorageNotice />
      <Navigation>
        <AppRoutes />
      </Navigation>
      <RouterBridge />
    </CrashBoundary>
  );
}
