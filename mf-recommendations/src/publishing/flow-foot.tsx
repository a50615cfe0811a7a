import { css } from '@emotion/react';
import type { MarketClock } from '@vimarsh/shared/contract/market/types.ts';
import { Button } from '@vimarsh/shared/ui/fields/button.tsx';
import { memo, useState } from 'react';
import { ConfirmDialog } from './confirm.dialog.tsx';
import type { PublishEvent, Step } from './publishing.machine.ts';

const footCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--s-12);
  padding-top: var(--s-16);
  border-top: 1px solid var(--line);
  isolation: isolate;
  & > small {
    margin-right: auto;
    font-size: var(--t-12);
    color: var(--ink-3);
  }
`;

const PUBLISH_WAIT = 'Still waiting for an answer. Your draft is safe. Should none come, publish again: the same call can’t be published twice.';

/** Where the flow stands, as far as its buttons need it. */
export interface FlowFootProps {
  step: Step;
  /** The flow is busy with the last check, or with publishing; or its last attempt was refused. */
  doing: 'checking' | 'publishing' | 'refused' | null;
  send: (event: Exclude<PublishEvent<object>, { type: 'edit' }>) => void;
  savedAt: string;
  /** Why nothing can be published right now; '' when it can. */
  waiting: string;
  clock: Pick<MarketClock, 'phase' | 'label'> | undefined;
  /** A call of this kind may be published while the market is closed, and starts with the next session. */
  waitsForSession: boolean;
  /** Conflicts of interest that the draft declares, in the words of the form. */
  conflicts: readonly string[];
}

/** The buttons forward and back. Publishing needs a confirmation. */
export const FlowFoot = memo(({ step, doing, send, savedAt, waiting, clock, waitsForSession, conflicts }: FlowFootProps) => {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <div css={footCss}>
        <small>{savedAt}</small>
        {step !== 'levels' && (
          <Button disabled={doing === 'publishing'} onClick={() => send({ type: 'go', step: step === 'preview' ? 'rationale' : 'levels' })}>
            Back
          </Button>
        )}
        {step === 'levels' && (
          <Button kind="primary" onClick={() => send({ type: 'next' })}>
            Continue to rationale
          </Button>
        )}
        {step === 'rationale' && (
          <Button kind="primary" busy={doing === 'checking'} onClick={() => send({ type: 'review' })}>
            Continue to preview
          </Button>
        )}
        {step === 'preview' &&
          (doing === 'refused' ? (
            <Button kind="primary" onClick={() => send({ type: 'review' })}>
              Check again
            </Button>
          ) : (
            <Button kind="primary" busy={doing === 'publishing'} wait={PUBLISH_WAIT} disabled={waiting !== ''} onClick={() => setAsking(true)}>
              Publish call
            </Button>
          ))}
      </div>
      <ConfirmDialog
        open={asking}
        clock={clock}
        waitsForSession={waitsForSession}
        conflicts={conflicts}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          send({ type: 'confirm' });
        }}
      />
    </>
  );
});
