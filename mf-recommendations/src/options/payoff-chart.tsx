import { css } from '@emotion/react';
import type { OptionCall } from '@vimarsh/shared/contract/calls/options/types.ts';
import { formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import { LineChart } from '@vimarsh/shared/ui/charts/line-chart.tsx';
import { EmptyState } from '@vimarsh/shared/ui/page/state.tsx';
import { useMemo } from 'react';
import { payoffCurves } from './payoff.view.ts';

const noteCss = css`
  font-size: var(--t-12);
  color: var(--ink-2);
`;
const ZERO = [{ key: 'zero', label: 'Zero', value: 0, tone: 'neutral' }] as const;
const inRupees = (value: number): string => formatNumber(value);
const level = (price: string): string => formatNumber(Number(price));

/** Profit and loss by the level of the underlying, at the first expiry and now, with its table. */
export function PayoffChart({ call }: { call: OptionCall }) {
  const { times, series, start, hasNow } = useMemo(() => {
    const { prices, start, atExpiry, now } = payoffCurves(call);
    return {
      start,
      hasNow: now !== null,
      times: prices.map(String),
      series: [
        ...(atExpiry ? [{ label: 'At the first expiry, ₹', values: atExpiry }] : []),
        ...(now ? [{ label: 'Now, by today’s volatilities, ₹', values: now }] : []),
      ],
    };
  }, [call]);
  if (series.length === 0) return <EmptyState title="No payoff to draw" text="Its legs expire on different days, and there are no quotes for them now." />;
  return (
    <>
      <LineChart
        label={`${call.underlying}: profit or loss by its level`}
        times={times}
        series={series}
        levels={ZERO}
        height={220}
        format={inRupees}
        timeLabel={level}
        pointName="Level"
        start={start}
      />
      <p css={noteCss}>From the prices a follower got, without costs. {hasNow && 'The line for now keeps today’s volatilities.'}</p>
    </>
  );
}
