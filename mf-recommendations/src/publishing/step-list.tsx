import { css } from '@emotion/react';
import { memo } from 'react';
import type { Step } from './publishing.machine.ts';

const listCss = css`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: var(--s-8);
  isolation: isolate;
  & button {
    width: 100%;
    min-height: 44px;
    padding: 0;
    border: 0;
    border-top: 2px solid var(--line-strong);
    background: none;
    text-align: left;
    color: var(--ink-2);
    font-weight: 500;
    cursor: pointer;
  }
  & button[aria-current] {
    border-top-color: var(--accent);
    color: var(--ink);
    font-weight: 600;
  }
`;
const STEPS = [
  ['levels', 'Levels'],
  ['rationale', 'Rationale'],
  ['preview', 'Preview'],
] as const;

/** The author's position. Every step can be opened, the preview only once the rules are met. */
export const StepList = memo(({ step, onGo }: { step: Step; onGo: (step: Step) => void }) => {
  return (
    <nav aria-label="Steps">
      <ol css={listCss}>
        {STEPS.map(([value, label], at) => (
          <li key={value}>
            <button type="button" aria-current={value === step ? 'step' : undefined} onClick={() => value !== step && onGo(value)}>
              {at + 1} {label}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
});
