import { Component, type ErrorInfo, type ReactNode } from 'react';

/** A failure in words: what does not work, what is safe, what to do. Plain elements, since anything may have failed. */
export function FailureView({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <section role="alert" style={{ padding: 'var(--s-24, 24px)', display: 'grid', gap: 'var(--s-12, 12px)', justifyItems: 'start' }}>
      <h2 style={{ fontSize: 'var(--t-16, 16px)' }}>{what} could not be shown</h2>
      <p style={{ color: 'var(--ink-2)' }}>The rest of the page works and nothing was changed. Try again, or reload the page if it stays like this.</p>
      <p style={{ display: 'flex', gap: 'var(--s-8, 8px)' }}>
        <button type="button" onClick={onRetry}>
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
  /** What is inside, as the user knows it: "Past recommendations". */
  what: string;
  children: ReactNode;
}

/** Keeps a failing part from taking its neighbours along. Try again mounts it anew. */
export class Boundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(`${this.props.what} failed to render`, error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return <FailureView what={this.props.what} onRetry={() => this.setState({ failed: false })} />;
  }
}
