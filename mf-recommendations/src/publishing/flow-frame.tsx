import { css } from '@emotion/react';
import { media } from '@vimarsh/shared/ui/page/layout.ts';
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
  ${media.expertView} {
    grid-template:
      'step sight' auto
      'step beside' 1fr / minmax(0, 5fr) minmax(0, 6fr);
  }
`;
const stepCss = css`
  ${media.expertView} {
    grid-area: step;
  }
`;
const besideCss = css`
  ${media.expertView} {
    grid-area: beside;
  }
`;
const sightCss = css`
  ${media.expertView} {
    grid-area: sight;
  }
  @media (max-width: 1099.98px) {
    /* A phone held sideways has no room to keep anything in sight. */
    @media (min-height: 480px) {
      position: sticky;
      top: calc(var(--head) + var(--ribbon));
      z-index: 4;
      margin-inline: calc(-1 * var(--s-16));
      padding: var(--s-8) var(--s-16);
      border-bottom: 1px solid var(--line);
      background: var(--canvas);
    }
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
  /** Stays in sight on a phone while the step's fields are typed: price and chart. */
  inSight?: ReactNode;
  /** Below what is in sight: what follows from the draft. */
  beside: ReactNode;
}

/** The steps of publishing a call, and the one that is taken, whatever the kind of call. */
export function FlowFrame({ step, send, waiting, refusals, failure, notice, children, inSight, beside }: FlowFrameProps) {
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
        {inSight && (
          <div css={[columnCss, sightCss]} data-in-sight="">
            {inSight}
          </div>
        )}
        <div css={[columnCss, stepCss]}>
          <h2 ref={heading} tabIndex={-1} css={headingCss}>
            {HEADING[step]}
          </h2>
          {children}
        </div>
        <div css={[columnCss, besideCss]}>{beside}</div>
      </div>
    </>
  );
}
