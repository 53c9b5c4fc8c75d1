import { Component, type ReactNode } from 'react';
import { Button } from '../../components/Button';
import { messages } from '../../messages';
import { ReportLink } from './ReportLink';

/** The last resort: a screen that failed to load or to render leaves a page that says so. React logs the error. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    if (!this.state.crashed) return this.props.children;
    const { title, lead, reload } = messages.crash;
    return (
      <main role="alert" className="mx-auto flex min-h-dvh max-w-md flex-col items-start justify-center gap-4 p-6">
        <h1 className="text-xl font-bold">{title}</h1>
        <p className="text-muted">{lead}</p>
        <Button onClick={() => window.location.reload()}>{reload}</Button>
        <ReportLink />
      </main>
    );
  }
}
