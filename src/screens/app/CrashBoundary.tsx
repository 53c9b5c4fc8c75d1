import { Component, type ComponentType, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Button } from '../../components/Button';
import { messages } from '../../publicMessages';

interface CrashBoundaryProps {
  /** The frame around the crash message. */
  Around: ComponentType<{ children: ReactNode }>;
  children: ReactNode;
}

/** An error boundary: replaces a crashed screen with a message until the next navigation. React logs the error. */
export function CrashBoundary(props: CrashBoundaryProps) {
  const { key } = useLocation();
  return <Boundary at={key} {...props} />;
}

interface BoundaryState {
  at: string;
  crashed: boolean;
}

class Boundary extends Component<CrashBoundaryProps & { at: string }, BoundaryState> {
  override state = { at: this.props.at, crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  static getDerivedStateFromProps({ at }: { at: string }, state: BoundaryState): BoundaryState | null {
    return at === state.at ? null : { at, crashed: false };
  }

  override render() {
    const { Around, children } = this.props;
    if (!this.state.crashed) return children;
    const { title, lead, reload } = messages.crash;
    return (
      <Around>
        <div role="alert" className="flex flex-col items-start gap-4">
          <h1 className="text-xl font-semibold">{title}</h1>
          <p className="text-muted">{lead}</p>
          <Button onClick={() => window.location.reload()}>{reload}</Button>
        </div>
      </Around>
    );
  }
}
