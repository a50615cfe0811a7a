import { css } from '@emotion/react';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { Checkbox } from '@vimarsh/shared/ui/fields/field.tsx';
import { media } from '@vimarsh/shared/ui/page/layout.ts';
import { isUnsent } from './outbox/outbox.ts';
import { useKeepsAtSignOut, useOutbox } from './outbox/use-outbox.ts';

const boxCss = css`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0 var(--s-16);
  padding: var(--s-4) var(--s-12);
  border: 1px solid var(--line);
  border-radius: var(--r-6);
  background: var(--surface);
  font-size: var(--t-13);
  ${media.phone} {
    border-width: 0 0 1px;
    border-radius: 0;
  }
  & summary {
    display: flex;
    align-items: center;
    min-height: 36px;
    text-decoration: underline;
    cursor: pointer;
    list-style: none;
  }
  & summary::-webkit-details-marker {
    display: none;
  }
  & details[open] {
    flex-basis: 100%;
  }
`;

/** How many messages wait, that nothing has to be done, and whether they stay on this device after sign-out. */
export function Unsent({ me }: { me: string }) {
  const { items, store } = useOutbox(me);
  const [keeps, choose] = useKeepsAtSignOut(store);
  const waiting = items.filter(isUnsent);
  if (waiting.length === 0) return null;
  return (
    <div css={boxCss}>
      <p role="status">
        <span>{waiting.length === 1 ? '1 message is not sent yet.' : `${formatNumber(waiting.length)} messages are not sent yet.`}</span>
        {waiting.every(({ state }) => GOES.has(state)) && (
          <>
            {' '}
            <span>They go out by themselves once you are connected.</span>
          </>
        )}
      </p>
      {keeps !== null && waiting.some(({ kept }) => kept) && (
        <details>
          <summary>When I sign out</summary>
          <Checkbox
            label="Keep on this device after I sign out, readable to whoever uses it"
            checked={keeps}
            onChange={(event) => choose(event.target.checked)}
          />
        </details>
      )}
    </div>
  );
}

/** Those that wait for the connection alone, and for nobody's decision. */
const GOES: ReadonlySet<string> = new Set(['queued', 'sending']);
