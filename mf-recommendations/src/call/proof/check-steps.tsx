import { css } from '@emotion/react';
import type { ProofStep } from '@vimarsh/shared/domain/calls/verify-proof.ts';
import Check from 'lucide-react/icons/check';
import Circle from 'lucide-react/icons/circle';
import X from 'lucide-react/icons/x';

const stepsCss = css`
  display: grid;
  gap: var(--s-8);
  width: 100%;
  & li {
    display: grid;
    grid-template-columns: 20px minmax(0, 1fr);
    gap: var(--s-8);
    color: var(--ink-2);
  }
  & li[data-state='ok'],
  & li[data-state='bad'] {
    color: var(--ink);
  }
  & [data-state='ok'] > svg {
    color: var(--gain);
  }
  & [data-state='bad'] > svg {
    color: var(--loss);
  }
  & small {
    display: block;
    font-size: var(--t-12);
    color: var(--ink-3);
    overflow-wrap: anywhere;
  }
`;

/** The steps of a check, each as a tick or a named failure; those after `shown` are still to come. */
export function CheckSteps({ steps, shown = steps.length }: { steps: readonly ProofStep[]; shown?: number }) {
  return (
    <ol css={stepsCss} aria-label="Steps of the check">
      {steps.map((step, at) => {
        const mark = at >= shown ? 'open' : step.ok ? 'ok' : 'bad';
        return (
          <li key={step.label} data-state={mark}>
            {mark === 'open' ? (
              <Circle size={20} aria-label="Not checked yet" />
            ) : mark === 'ok' ? (
              <Check size={20} aria-label="Holds" />
            ) : (
              <X size={20} aria-label="Does not hold" />
            )}
            <span>
              {step.label}
              <small>{mark === 'open' ? '\u00a0' : step.detail}</small>
            </span>
          </li>
        );
      })}
    </ol>
  );
}
