import { Component, type ErrorInfo, type ReactNode } from 'react';
import { whenBack } from './connection.ts';

/** Says what failed, what is safe and what to do. It uses plain elements, since anything may have failed. */
export function FailureView({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <section role="alert" style={{ padding: 'var(--s-24, 24px)', display: 'grid', gap: 'var(--s-12, 12px)', justifyItems: 'start' }}>
      <h2 style={{ fontSize: 'var(--t-16, 16px)' }}>{what} could not be shown</h2>
      <p style={{ color: 'var(--ink-2)' }}>The rest of the page works and nothing was changed. Try again, or reload the page if that doesn’t help.</p>
      <p style={{ display: 'flex', gap: 'var(--s-8, 8px)' }}>
        {/* root-config/later/press-again.ts knows it by its value, in every language. */}
        <button type="button" value="Try again" onClick={onRetry}>
          Try again
        </button>
        <button type="button" onClick={() => location.reload()}>
          Reload
        </button>
      </p>
    </section>
  );
}

interface Props {
  /** The user's name for the content: "Past recommendations". */
  what: string;
  children: ReactNode;
  /** Replaces the content after a failure; `FailureView` by default. `retry` mounts the content again. */
  failure?: ((retry: () => void) => ReactNode) | undefined;
}

/** Contains a failure, so that neighbouring parts keep working. Try again mounts the part again, and so does a connection that returns. */
export class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(`${this.props.what} failed to render`, error, info.componentStack);
  }

  private stop: (() => void) | undefined;

  override componentDidMount(): void {
    this.stop = whenBack(this.retry);
  }

  override componentWillUnmount(): void {
    this.stop?.();
  }

  /** Code that could not be reached may be there when the connection or the server is back. */
  private readonly retry = (): void => {
    if (this.state.failed) this.setState({ failed: false });
  };

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const { what, failure = (onRetry) => <FailureView what={what} onRetry={onRetry} /> } = this.props;
    return failure(this.retry);
  }
}
