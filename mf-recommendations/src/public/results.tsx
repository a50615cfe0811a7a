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

/** What was done beside what chance does, in a sentence. */
const summary = ({ gained, lost, by_chance, apart }: LastResults): string =>
  `${gained} of ${gained + lost} calls gained; chance alone would have made it ${by_chance}. ${
    apart ? 'The difference is larger than luck explains.' : 'That cannot be told from luck yet.'
  }`;

const HOW =
  'A call gained when it earned more than its costs. An average is the plain mean of the returns from entry to exit, before costs. By chance: with the same stops and targets, a price without direction reaches the target first in risk ÷ (risk + reward) of cases; moved stops and calls that end between their levels are reckoned in.';

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
        Ended from {formatDay(from)} to {formatDay(to)}. Each dot is one call, a loss as large as a gain. Results lie from {formatPercent(lowest)} to{' '}
        {formatPercent(highest)}; the outermost dots may lie further out. A result is no forecast of the next call.
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
          an average call, before costs
        </div>
      </div>
    </section>
  );
}
