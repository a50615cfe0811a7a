import { css } from '@emotion/react';
import type { ReactNode } from 'react';
import { formatDay, formatIst, formatIstTime } from '../../domain/text/formats.ts';
import { Button } from '../fields/button.tsx';

const cardCss = css`
  display: grid;
  justify-items: start;
  gap: var(--s-8);
  padding: var(--s-24) var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  & > strong {
    font-size: var(--t-14);
    font-weight: 600;
  }
  & > p {
    max-width: 38em;
    color: var(--ink-2);
  }
  & > small {
    font-size: var(--t-12);
    color: var(--ink-3);
  }
`;

/** An empty state: says why and offers the next step. Its title is no heading, because it occurs below headings of any level. */
export function EmptyState({ title, text, action }: { title: string; text?: ReactNode; action?: ReactNode }) {
  return (
    <div css={cardCss}>
      <strong>{title}</strong>
      {text && <p>{text}</p>}
      {action}
    </div>
  );
}

export interface ErrorStateProps {
  /** The user's name for the content: "the calls". */
  what: string;
  onRetry?: () => void;
  /** Why it failed, as `useQuery` answers it: what the server said stands here, because no toast does. */
  error?: { readonly code?: string | undefined; readonly text?: string; readonly requestId?: string | undefined } | null;
  /** Lets support find the request, where nothing more is known of the failure. */
  requestId?: string | undefined;
}

/** In the place of what could not be loaded, or takes long: what, why, and another try. */
export function ErrorState({ what, onRetry, error, requestId = error?.requestId }: ErrorStateProps) {
  if (error?.code === 'LATE')
    return (
      <div css={cardCss} role="status">
        <strong>{error.text}</strong>
        {onRetry && <Button onClick={onRetry}>Try again</Button>}
      </div>
    );
  return (
    <div css={cardCss} role="alert">
      <strong>Could not load {what}.</strong>
      <p>{(error?.code !== 'UNREACHABLE' && error?.text) || 'Nothing was lost. Check your connection and try again.'}</p>
      {onRetry && <Button onClick={onRetry}>Retry</Button>}
      {requestId && <small>Request {requestId}</small>}
    </div>
  );
}

const staleCss = css`
  display: inline-flex;
  align-items: center;
  gap: var(--s-8);
  font-size: var(--t-12);
  color: var(--warn);
  &::before {
    content: '';
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: currentColor;
  }
`;

/** Marks data older than it should be: "as of 14:32:05 IST", with the day where it is another one. */
export function StaleBadge({ asOf }: { asOf: string }) {
  return (
    <span css={staleCss} role="status">
      Not updating · as of {formatDay(asOf) === formatDay(Date.now()) ? formatIstTime(asOf) : formatIst(asOf)}
    </span>
  );
}
