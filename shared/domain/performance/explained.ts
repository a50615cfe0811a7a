import type { Metrics } from '../../contract/calls/types.ts';
import type { JudgedRecord } from '../../contract/experts/types.ts';
import type { Figure } from '../../contract/figure.ts';
import type { Verdict } from '../calls/equity/chance.ts';
import { METHOD_VERSION } from '../calls/equity/performance.ts';
import { MIN_SAMPLE } from '../calls/record-rules.ts';
import { formatDay, formatNumber, formatPercent } from '../text/formats.ts';

type Inputs = Figure['inputs'];

const AGAINST_LUCK: Readonly<Record<Verdict, string>> = {
  better: 'better',
  often: 'gains more often, earns no more',
  luck: 'can’t be told from it',
  worse: 'worse',
};

/** Why there is no value. */
const tooFew = (n: number): string => `${n} of the ${MIN_SAMPLE} calls it takes`;

interface Parts {
  readonly record: JudgedRecord;
  readonly metrics: Metrics;
  /** Calls whose result over the index is known. */
  readonly measured: number;
  /** Where the calls of the last year, which the score is of, stand to luck. */
  readonly year: Verdict | null;
  /** What a figure of so many calls is computed from. */
  readonly of: (count: number) => Inputs;
  readonly figure: (key: string, label: string, value: number | null, unit: Figure['unit'], how: string, inputs: Inputs, sample?: number) => Figure;
}

/** The figures of a record, each with its formula and what it is computed from. `measured`: its calls whose result over the index is known; `year`: where those of the score stand to luck. */
export function explained(record: JudgedRecord, metrics: Metrics, measured: number, year: Verdict | null): Figure[] {
  const span: Inputs = [
    ['Ended from', record.from === null ? 'the first call' : formatDay(record.from)],
    ['Ended until', formatDay(record.to)],
    ['Method', METHOD_VERSION],
  ];
  const parts: Parts = {
    record,
    metrics,
    measured,
    year,
    of: (count) => [['Calls', String(count)], ...span],
    figure: (key, label, value, unit, how, inputs, sample = record.n) => ({
      key,
      label,
      value,
      unit,
      word: '',
      note: value === null ? (sample < MIN_SAMPLE ? tooFew(sample) : 'Not known') : '',
      how,
      inputs,
    }),
  };
  return [...firstFigures(parts), ...inDepth(parts)];
}

/** What was made, what a follower made of it, and what chance would have made. */
function firstFigures({ record: { n, hits, average, made, worst, hit_rate, driftless_rate, follower, gain, loss, luck, lakh }, of, figure }: Parts): Figure[] {
  return [
    figure(
      'follower',
      'Average call, after costs',
      made,
      'pct',
      'What somebody made who traded at the first price a minute after the call came and left at the first price a minute after it ended, less the estimated costs: 0.25 % of a delivery, 0.08 % of an intraday call. Where such a price is not known, the call’s own stands for it. Dividends are not included.',
      [['As published, before costs', formatPercent(average)], ...of(n)],
    ),
    figure('worst', 'Worst call, after costs', worst, 'pct', 'The lowest result of one call for a follower, after costs.', of(n)),
    figure(
      'slippage',
      'Lost between the page and a follower',
      follower.headline === null || follower.return === null ? null : Math.round((follower.headline - follower.return) * 10_000) / 10_000 + 0,
      'pct',
      'The average as published less the average of a follower, of the same calls and both before costs.',
      [['As published', formatPercent(follower.headline)], ['A follower', formatPercent(follower.return)], ...of(follower.n)],
      follower.n,
    ),
    figure(
      'lakh',
      '₹1,00,000 on every call',
      lakh?.follower ?? null,
      'inr',
      'What became of ₹1,00,000 in equal parts, one part in each call, once: as a follower, after the estimated costs. The part of a Sell is sold first and bought back at the end.',
      [...(lakh ? ([['Sells over several days', String(lakh.sells)]] as Inputs) : []), ...of(lakh?.n ?? 0)],
      lakh?.n ?? 0,
    ),
    figure(
      'lakh_index',
      'NIFTY 50 in the same time',
      lakh?.index ?? null,
      'inr',
      'What became of ₹1,00,000 in equal parts, each part in NIFTY 50 from the entry of a call to its exit, without costs and dividends. The index is bought for every call, also for a Sell.',
      of(lakh?.n ?? 0),
      lakh?.n ?? 0,
    ),
    figure(
      'hit_rate',
      'Calls that gained',
      hit_rate?.value ?? null,
      'pct',
      'Calls that made a follower something after costs, as a share of all that were entered and ended; where a follower’s prices are not known, by those on record. The range is Wilson’s 95 % interval.',
      [
        ['Gained', String(hits)],
        ...(hit_rate ? ([['Range', `${formatPercent(hit_rate.low, { signed: false })} to ${formatPercent(hit_rate.high, { signed: false })}`]] as Inputs) : []),
        ...of(n),
      ],
    ),
    figure(
      'driftless',
      'Would have gained by chance',
      driftless_rate,
      'pct',
      'The chance with which a price without direction reaches the target before the stop-loss: from the entry, the distance to the stop-loss divided by both distances. Where the stop-loss was moved, or the call ended between its levels, what that made of the chance at the price of the moment is added or taken off. The range is two standard deviations wide on each side.',
      [
        ...(luck
          ? ([
              ['Expected calls', formatNumber(luck.expected, 1)],
              ['Range of calls', `${luck.low} to ${luck.high}`],
            ] as Inputs)
          : []),
        ...of(n),
      ],
    ),
    figure('gain', 'Average gain', gain.value, 'pct', 'The mean result after costs, for a follower, of the calls that gained.', of(gain.n), n),
    figure('loss', 'Average loss', loss.value, 'pct', 'The mean result after costs, for a follower, of the calls that lost.', of(loss.n), n),
  ];
}

/** How results are spread, what they cost on the way, and what they add to the market. */
function inDepth({ record, metrics, measured, year, of, figure }: Parts): Figure[] {
  const { n, fall } = record;
  return [
    figure('median', 'Middle result, after costs', record.median, 'pct', 'Half of the results are above it and half below.', of(n)),
    figure('best', 'Highest result, after costs', record.best, 'pct', 'The highest result of one call for a follower.', of(n)),
    figure(
      'fall',
      'Deepest fall, in multiples of the risk',
      fall?.r ?? null,
      'x',
      'The results as multiples of the published risk are added up in the order in which the calls ended. This is the largest fall from a high to a low after it.',
      [
        ...(fall
          ? ([
              ['Calls in the fall', String(fall.calls)],
              ['Ended in', fall.month ?? '–'],
            ] as Inputs)
          : []),
        ...of(n),
      ],
    ),
    figure(
      'expectancy',
      'Average multiple of the risk',
      metrics.expectancy_r,
      'x',
      'The mean of the results as multiples of the published risk, from entry to the first stop-loss.',
      of(n),
    ),
    figure(
      'profit_factor',
      'Gains to losses',
      metrics.profit_factor,
      'x',
      'All gains added up, divided by all losses added up, both as multiples of the published risk.',
      of(n),
    ),
    figure(
      'alpha',
      'Average result over NIFTY 50',
      metrics.alpha,
      'pct',
      'The mean of each call’s return less that of NIFTY 50 between the same entry and exit, both in the direction of the call.',
      of(measured),
      measured,
    ),
    figure('days', 'Days in a call', metrics.avg_days, 'x', 'The mean number of calendar days from entry to exit.', of(n)),
    figure(
      'early',
      'Ended early by hand',
      metrics.early_exit_pct,
      'pct',
      'Calls that the author ended before target, stop-loss and last day, as a share of all that ended.',
      of(n),
    ),
    figure(
      'lapsed',
      'Never entered',
      n + record.lapsed < MIN_SAMPLE ? null : Math.round((1_000_000 * record.lapsed) / (n + record.lapsed)) / 10_000,
      'pct',
      'Calls whose entry was not reached in time, as a share of those and the calls that ended after an entry.',
      [
        ['Never entered', String(record.lapsed)],
        ['Cancelled before entry', String(record.cancelled)],
        ['Not judgeable', String(record.unjudged ?? 0)],
        ...of(n),
      ],
      n + record.lapsed,
    ),
    figure(
      'score',
      'Score from 0 to 100',
      metrics.score,
      'count',
      'Of the last year, whatever the period. Where its calls stand to luck bounds it: 60 to 100 for better than luck, below 20 for worse, 20 to 60 for all that can’t be told from luck. Within that: 35 % how far the gains are from chance, 30 % the results over NIFTY 50, 20 % gains to losses, 15 % keeping to the plan; drawn to the middle where there are few calls, and at most 69 below twenty.',
      [
        ['Stars', metrics.stars === null ? '–' : formatNumber(metrics.stars, 1)],
        ['Against luck', year === null ? '–' : AGAINST_LUCK[year]],
        ['Method', METHOD_VERSION],
      ],
    ),
  ];
}
