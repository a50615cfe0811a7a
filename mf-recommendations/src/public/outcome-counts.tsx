import { css } from '@emotion/react';
import type { PublicView } from '@vimarsh/shared/contract/calls/public-view.ts';
import { formatDay, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { outcomeLabel } from '@vimarsh/shared/ui/calls/rail.ts';

const listCss = css`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: var(--s-16);
  @media (min-width: 880px) {
    grid-template-columns: repeat(4, minmax(0, 1fr));
  }
  & div {
    display: grid;
    gap: var(--s-4);
  }
  & dt {
    font-size: var(--t-13);
    color: var(--ink-2);
  }
  & dd {
    font-size: var(--t-28);
    font-weight: 600;
    line-height: 1.2;
    font-variant-numeric: tabular-nums;
  }
`;
const barCss = css`
  height: 6px;
  border-radius: 3px;
  background: var(--line);
  overflow: hidden;
  & > i {
    display: block;
    height: 100%;
    background: var(--ink-2);
  }
`;

/** How all closed calls ended: four numbers of equal size, none left out. */
export function OutcomeCounts({ view }: { view: Pick<PublicView, 'outcome' | 'closed_until'> }) {
  const rows = Object.entries(view.outcome) as [keyof PublicView['outcome'], number][];
  const all = rows.reduce((sum, [, count]) => sum + count, 0);
  if (all === 0) return null;
  return (
    <section>
      <h2>How closed calls ended</h2>
      <p data-lead="">
        All {formatNumber(all)} calls entered and closed by {formatDay(view.closed_until)}. A count does not forecast the next call.
      </p>
      <dl css={listCss}>
        {rows.map(([status, count]) => (
          <div key={status}>
            <dt>{outcomeLabel(status)}</dt>
            <dd>{formatNumber(count)}</dd>
            <span css={barCss} aria-hidden="true">
              <i style={{ width: `${(100 * count) / all}%` }} />
            </span>
          </div>
        ))}
      </dl>
    </section>
  );
}
