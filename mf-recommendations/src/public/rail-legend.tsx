import { css } from '@emotion/react';
import type { Call } from '@vimarsh/shared/contract/calls/types.ts';
import { railOf } from '@vimarsh/shared/ui/call.view.ts';
import { LevelRail } from '@vimarsh/shared/ui/level-rail.tsx';
import { Change } from '@vimarsh/shared/ui/price.tsx';
import { outcomeLabel } from '@vimarsh/shared/ui/rail.ts';
import { SymbolLink } from '@vimarsh/shared/ui/symbol-link.tsx';

const boxCss = css`
  display: grid;
  gap: var(--s-16);
  padding: var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  & figcaption {
    font-size: var(--t-13);
    color: var(--ink-2);
  }
`;
const exampleCss = css`
  display: grid;
  gap: var(--s-4);
  min-height: 76px;
`;
const nameCss = css`
  display: flex;
  justify-content: space-between;
  gap: var(--s-12);
  font-size: var(--t-13);
  & a,
  & b {
    color: var(--ink);
    font-weight: 600;
  }
`;

/** One call that gained and one that lost, in the same size, to show how to read the rail. */
export function RailLegend({ calls }: { calls: readonly Call[] }) {
  const gained = calls.find((call) => (call.realised_return ?? 0) > 0);
  const lost = calls.find((call) => (call.realised_return ?? 0) < 0);
  return (
    <figure css={boxCss}>
      {[['gained', gained] as const, ['lost', lost] as const].map(([key, call]) => (
        <div key={key} css={exampleCss}>
          {call && (
            <>
              <p css={nameCss}>
                <span>
                  <SymbolLink symbol={call.stock} /> · {call.call_type} · {outcomeLabel(call.status)}
                </span>
                <b>
                  <Change pct={call.realised_return} />
                </b>
              </p>
              <LevelRail size="full" {...railOf(call, null)} />
            </>
          )}
        </div>
      ))}
      <figcaption>Every call on one rail: stop-loss left, target right, for Buy and Sell alike. The filled part shows how far the price went.</figcaption>
    </figure>
  );
}
