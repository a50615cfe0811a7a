import { css } from '@emotion/react';
import type { LastResults, PublicView } from '@vimarsh/shared/contract/calls/public-view.ts';
import { formatDay, formatNumber, formatPercent } from '@vimarsh/shared/domain/text/formats.ts';
import { Change } from '@vimarsh/shared/ui/calls/price.tsx';
import { Computed } from '@vimarsh/shared/ui/floats/computed.tsx';
import { DotField } from './dot-field.tsx';

const figuresCss = css`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s-8) var(--s-32);
  margin-top: var(--s-16);
  & > div {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 var(--s-8);
  }
  & b {
    font-size: var(--t-20);
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  & small {
    font-size: var(--t-13);
    color: var(--ink-2);
  }
`;
const saidCss = css`
  && {
    max-width: 45em;
    margin-bottom: var(--s-4);
    font-size: var(--t-16);
    color: var(--ink);
  }
`;

/** What was done beside what guessing does, in two sentences. */
function summary({ gained, lost, by_chance, apart }: LastResults): string {
  const all = gained + lost;
  if (!apart) return `${gained} of ${all} calls gained. Guessing would give about ${by_chance}: no better than luck so far.`;
  return gained > by_chance
    ? `${gained} of ${all} calls gained. Guessing would give about ${by_chance}: better than luck so far.`
    : `${gained} of ${all} calls gained. Guessing would give about ${by_chance}: worse than luck so far.`;
}

const HOW =
  'A call gained when a follower made more than its costs. An average is the plain mean of what followers made, after costs. By chance: with the same stops and targets, a price without direction reaches the target first in risk ÷ (risk + reward) of cases; moved stops and calls that end between their levels are reckoned in.';

export interface ResultsProps {
  results: LastResults;
  mode: PublicView['perf_mode'];
  asOf: string;
}

/** Results of the calls that ended last: gain, loss and the mean of both in the same size, with sample, period and what chance would have done. */
export function Results({ results, mode, asOf }: ResultsProps) {
  const { gained, lost, avg_gain, avg_loss, average, from, to, lowest, highest } = results;
  return (
    <section>
      <h2>The last {gained + lost} calls that ended</h2>
      <p css={saidCss}>{summary(results)}</p>
      <p data-lead="">
        Ended from {formatDay(from)} to {formatDay(to)}. Each dot is one call, a loss as large as a gain. Results are after costs, from {formatPercent(lowest)}{' '}
        to {formatPercent(highest)}. The last dots on either side stand for everything beyond. A result is no forecast of the next call.
        {mode === 'demo' && ' Results are simulated.'}
      </p>
      <DotField results={results} />
      <div css={figuresCss}>
        <div>
          <b>{formatNumber(gained)}</b> gained <small>{avg_gain !== null && `${formatPercent(avg_gain)} on average`}</small>
        </div>
        <div>
          <b>{formatNumber(lost)}</b> lost <small>{avg_loss !== null && `${formatPercent(avg_loss)} on average`}</small>
        </div>
        <div>
          <b>
            <Computed label="these results" how={HOW} inputs={[['Calls', formatNumber(gained + lost)]]} asOf={asOf}>
              <Change pct={average} />
            </Computed>
          </b>{' '}
          an average call, after costs
        </div>
      </div>
    </section>
  );
}
