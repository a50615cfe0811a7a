import { css } from '@emotion/react';
import { readOptionPerformance } from '@vimarsh/shared/contract/calls/options/routes.ts';
import type { OptionMetrics } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { Period } from '@vimarsh/shared/contract/calls/types.ts';
import { formatInr, formatPercent } from '@vimarsh/shared/domain/text/formats.ts';
import { useQuery } from '@vimarsh/shared/kit/query/query.ts';
import { Skeleton } from '@vimarsh/shared/ui/page/skeleton.tsx';
import { ErrorState } from '@vimarsh/shared/ui/page/state.tsx';

const boxCss = css`
  display: grid;
  gap: var(--s-12);
  padding: var(--s-16);
  border: 1px solid var(--line);
  border-radius: var(--r-10);
  background: var(--surface);
  & h2 {
    font-size: var(--t-16);
  }
  & h3 {
    font-size: var(--t-13);
  }
  & small {
    color: var(--ink-2);
    font-size: var(--t-12);
  }
`;
const poolCss = css`
  display: grid;
  gap: var(--s-8);
  & dl {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(120px, 46%), 1fr));
    gap: var(--s-8) var(--s-12);
    margin: 0;
  }
  & dt {
    color: var(--ink-2);
    font-size: var(--t-12);
  }
  & dd {
    margin: 0;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
`;

/** Results of one expert's option calls in a period, by return on what was at risk, apart from equity. Where figures are not allowed it says what is. */
export function OptionRecord({ user_id, period }: { user_id: string; period: Period }) {
  const { data, error, refetch } = useQuery(readOptionPerformance, { query: { user_id, period } }, { shown: true });
  return (
    <section css={boxCss} aria-label="Record of option calls">
      <h2>Record of option calls</h2>
      {data?.defined && data.on_margin ? (
        <>
          <Pool name="Limited risk" metrics={data.defined} of="the largest loss" />
          <Pool name="On margin: risk without a limit" metrics={data.on_margin} of="an estimated margin" />
          <small>
            In profit: result after estimated costs above zero. Returns are in % of what was at risk. Slippage: what a follower got below the middle of the
            quotes. Never entered: {data.lapsed}. Cancelled: {data.cancelled}. Not judgeable: {data.unjudged ?? 0}.
          </small>
          <small>{data.disclaimer}</small>
        </>
      ) : data ? (
        <p>{data.disclaimer}</p>
      ) : error ? (
        <ErrorState what="the record" onRetry={refetch} error={error} />
      ) : (
        <Skeleton height={150} />
      )}
    </section>
  );
}

function Pool({ name, metrics, of }: { name: string; metrics: OptionMetrics; of: string }) {
  const { n, hits, misses, hit_rate, avg_net_return, best, worst, avg_slippage } = metrics;
  const figures: readonly (readonly [string, string])[] = [
    ['In profit', `${formatPercent(hit_rate, { signed: false })} (${hits})`],
    ['At a loss', `${formatPercent(hit_rate === null ? null : 100 - hit_rate, { signed: false })} (${misses})`],
    ['Mean return, after costs', formatPercent(avg_net_return ?? null)],
    ['Best', formatPercent(best)],
    ['Worst', formatPercent(worst)],
    ['Mean slippage', avg_slippage === null ? '–' : formatInr(avg_slippage)],
  ];
  return (
    <div css={poolCss}>
      <h3>{name}</h3>
      {n === 0 ? (
        <p>No closed calls.</p>
      ) : hit_rate === null ? (
        <p>{n === 1 ? '1 closed call: too few to summarise. See the call.' : `${n} closed calls: too few to summarise. See each call.`}</p>
      ) : (
        <>
          <small>{`${n} closed calls, measured on ${of}.`}</small>
          <dl>
            {figures.map(([label, value]) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </div>
  );
}
