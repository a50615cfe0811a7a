import { css } from '@emotion/react';
import { type ReactNode, useCallback } from 'react';
import { columnCss } from './column.css.ts';
import type { FlowFootProps } from './flow-foot.tsx';
import type { Step } from './publishing.machine.ts';
import { useStepFocus } from './step-focus.ts';
import { StepList } from './step-list.tsx';

const layoutCss = css`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s-24);
  align-items: start;
  @media (min-width: 1100px) {
    grid-template-columns: minmax(0, 5fr) minmax(0, 6fr);
  }
`;
const alertCss = css`
  padding: var(--s-12) var(--s-16);
  border-left: 3px solid var(--loss);
  background: var(--loss-soft);
`;
const waitCss = css`
  padding: var(--s-12) var(--s-16);
  border-left: 3px solid var(--warn);
  background: var(--warn-soft);
`;
const headingCss = css`
  font-size: var(--t-16);
  outline: none;
`;
const HEADING: Record<Step, string> = { levels: 'Levels', rationale: 'Rationale', preview: 'Preview' };

export interface FlowFrameProps extends Pick<FlowFootProps, 'step' | 'send' | 'waiting'> {
  /** How often the draft was sent back. */
  refusals: number;
  /** Why nothing was published; '' while nothing failed. */
  failure: string;
  /** What its author should know before going on. */
  notice?: ReactNode;
  /** What the step asks for. */
  children: ReactNode;
  /** What follows from it. */
  beside: ReactNode;
}

/** The steps of publishing a call, and the one that is taken, whatever the kind of call. */
export function FlowFrame({ step, send, waiting, refusals, failure, notice, children, beside }: FlowFrameProps) {
  const heading = useStepFocus(step, refusals);
  const goTo = useCallback((to: Step) => send(to === 'preview' ? { type: 'review' } : { type: 'go', step: to }), [send]);
  return (
    <>
      <StepList step={step} onGo={goTo} />
      {notice && <p css={waitCss}>{notice}</p>}
      {failure && (
        <p css={alertCss} role="alert">
          {failure}
        </p>
      )}
      {waiting && <p css={waitCss}>{waiting}</p>}
      <div css={layoutCss}>
        <div css={columnCss}>
          <h2 ref={heading} tabIndex={-1} css={headingCss}>
            {HEADING[step]}
          </h2>
          {children}
        </div>
        <div css={columnCss}>{beside}</div>
      </div>
    </>
  );
}
