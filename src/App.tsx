import { Suspense } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { LoadingText } from './components/LoadingText';
import { messages } from './messages';
import { AppRoutes } from './routes';
import { CrashBoundary } from './screens/parts/CrashBoundary';
import { Notices } from './screens/parts/Notices';
import { RouterBridge, SystemContext } from './screens/parts/system';
import type { AppSystem } from './system/appSystem';

/** The whole front end over a running system. */
export function App({ system }: { system: AppSystem }) {
  return (
    <SystemContext value={system}>
      <CrashBoundary>
        <BrowserRouter>
          <Suspense fallback={<LoadingText>{messages.loadingPage}</LoadingText>}>
            <AppRoutes />
          </Suspense>
          <Notices />
          <RouterBridge />
        </BrowserRouter>
      </CrashBoundary>
    </SystemContext>
  );
}
