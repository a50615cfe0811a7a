import { css } from '@emotion/react';
import { SIGN_IN_WORDS } from './words.ts';

const groupCss = css`
  display: grid;
  /* As wide as their words: the first ones take more. */
  grid-template-columns: minmax(0, 1.5fr) minmax(0, 1fr);
  gap: 2px;
  padding: 2px;
  border-radius: var(--r-6);
  background: var(--line);
  & button {
    min-height: 44px;
    padding: var(--s-4);
    border: 0;
    border-radius: 5px;
    background: none;
    color: var(--ink-2);
    font: inherit;
    font-size: var(--t-13);
    font-weight: 500;
    line-height: 1.3;
    cursor: pointer;
  }
  & button[aria-pressed='true'] {
    background: var(--surface);
    color: var(--ink);
    font-weight: 600;
    box-shadow: inset 0 0 0 1px var(--line-strong);
  }
`;

/** Where a site offers both, the choice how to log in comes first (S2.4-LOGIN-01). */
export function LoginType({ broker, onChoose }: { broker: boolean; onChoose: (broker: boolean) => void }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: these two buttons switch the form; they are not fields.
    <div role="group" aria-label="How to log in" css={groupCss}>
      <button type="button" aria-pressed={!broker} onClick={() => onChoose(false)}>
        {SIGN_IN_WORDS.withCredentials}
      </button>
      <button type="button" aria-pressed={broker} onClick={() => onChoose(true)}>
        {SIGN_IN_WORDS.withBroker}
      </button>
    </div>
  );
}
