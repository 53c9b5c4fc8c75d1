import { useEffect } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { AppRoutes } from './routes';
import { BareFrame } from './screens/app/BareFrame';
import { CrashBoundary } from './screens/app/CrashBoundary';
import { Notices } from './screens/app/Notices';
import { Navigation } from './screens/app/navigation';
import { StorageNotice } from './screens/app/StorageNotice';
import { RouterBridge, SystemContext } from './screens/app/system';
import type { AppSystem } from './system/app/appSystem';

interface AppProps {
  system: AppSystem;
  /** Called once, when all that is shown listens. */
  onShown?: (() => void) | undefined;
}

/** The whole front end over a running system. */
export function App({ system, onShown }: AppProps) {
  // The effects of what is inside have come before.
  useEffect(() => onShown?.(), [onShown]);
  return (
    <SystemContext value={system}>
      {/* Without transitions: what is typed into a field whose value is in the address is there at once. */}
      <BrowserRouter useTransitions={false}>
        <AppContent />
      </BrowserRouter>
      <Notices />
    </SystemContext>
  );
}

/** All that stands within a system and a router. */
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
