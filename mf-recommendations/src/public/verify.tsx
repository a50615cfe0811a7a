import { css } from '@emotion/react';
import type { PublicView } from '@vimarsh/shared/contract/calls/public-view.ts';
import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { formatDay, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { part } from '@vimarsh/shared/kit/part.tsx';
import { useNear } from '@vimarsh/shared/ui/charts/near.ts';
import { useRef } from 'react';

const VerifyDemo = part({ what: 'The check', load: () => import('./verify-demo.tsx').then((demo) => demo.VerifyDemo) });

const boxCss = css`
  max-width: 640px;
  min-height: 140px;
`;
const rootCss = css`
  margin-top: var(--s-16);
  font-size: var(--t-13);
  color: var(--ink-2);
  overflow-wrap: anywhere;
  & code {
    font-family: var(--mono);
    font-size: var(--t-12);
  }
`;

/** Lets a visitor check a closed call, and see the check fail on an altered copy. Its code loads when it comes near. */
export function Verify({ calls, ledger }: { calls: readonly Call[]; ledger: PublicView['ledger'] }) {
  const box = useRef<HTMLDivElement>(null);
  const near = useNear(box);
  if (calls.length === 0) return null;
  return (
    <section>
      <h2>Verify a record yourself</h2>
      <p data-lead="">
        Your browser fetches the record with its proof and does the arithmetic on its own: hashes, chain, signatures, and the path to the day’s root. Nothing is
        taken on trust from this page.
      </p>
      <div ref={box} css={boxCss}>
        {near && <VerifyDemo calls={calls} />}
      </div>
      {ledger && (
        <p css={rootCss}>
          Latest root, {formatDay(ledger.trading_date)}, over {formatNumber(ledger.count)} events: <code>{ledger.merkle_root}</code>
        </p>
      )}
    </section>
  );
}
