import type { Figure } from '@vimarsh/shared/contract/figure.ts';
import { dailyMoveWord, shareWord, skewWord, strikeWord, yearWord } from '@vimarsh/shared/domain/insights/figure-words.ts';
import type { Sampled } from '@vimarsh/shared/domain/insights/sample.ts';
import { formatDay, formatNumber } from '@vimarsh/shared/domain/text/formats.ts';
import type { OptionChain } from '../../market/index.ts';
import { figureOf, formatTwo, sampledFigure } from './figures.ts';
import type { ChainAnalysis } from './rules/chain-analysis.ts';
import { changeNote, expectedMove, ivPercentile, ivRank, maxPain, putCallRatio, type StrikeInterest } from './rules/chain-figures.ts';

export interface FigureFacts {
  readonly chain: OptionChain;
  readonly analysis: ChainAnalysis;
  /** Of all strikes. */
  readonly interest: readonly StrikeInterest[];
  /** How many of them the table beside the figures shows. */
  readonly shown: number;
  /** Closing ATM volatilities, % a year, oldest first. */
  readonly history: readonly number[];
  /** Max pain at the start of the session. */
  readonly opening: number | null;
  /** India VIX, of the whole market. */
  readonly vix: Figure;
}

const FROM = { future: 'the future of this expiry', parity: 'put-call parity at the money', spot: 'the spot, no pair being quoted' } as const;

/** The derived figures of a chain, each with its rule and inputs. */
export function chainFigures({ chain, analysis, interest, shown, history, opening, vix }: FigureFacts): Figure[] {
  const { atmIv, forward, years, skew, straddle, atm } = analysis;
  const iv = atmIv === null ? null : 100 * atmIv;
  const move = atmIv === null ? null : expectedMove(forward, atmIv, years);
  const noIv = years <= 0 ? 'expired' : 'no two-sided quotes around the money';
  const sum = (side: 'ce' | 'pe', measure: 'oi' | 'volume' | 'oi_change'): string =>
    formatNumber(interest.reduce((total, row) => total + (row[side]?.[measure] ?? 0), 0));
  // The table can't be added up to these figures, so they say of how many strikes they are.
  const counted: [string, string] = ['Strikes counted', `all ${interest.length}; the table shows ${shown} around the money`];
  const ratio = (key: string, label: string, measure: 'oi' | 'volume' | 'oi_change', note: string): Figure => {
    const value = putCallRatio(interest, measure);
    const word = value === null ? '' : value > 1 ? 'More puts' : value < 0.7 ? 'More calls' : 'Balanced';
    return figureOf(value, {
      key,
      label,
      unit: 'x',
      word,
      note,
      how: 'Puts over calls, all strikes of this expiry. Above 1 is usually read as bullish (puts being written), below 0.7 as bearish; that is a convention, and a weak predictor.',
      inputs: [['Puts', sum('pe', measure)], ['Calls', sum('ce', measure)], counted],
    });
  };
  const pain = maxPain(interest, chain.spot);
  const largest = (side: 'ce' | 'pe', measure: 'oi' | 'oi_change'): StrikeInterest | null =>
    interest.reduce<StrikeInterest | null>((best, row) => ((row[side]?.[measure] ?? 0) > (best?.[side]?.[measure] ?? 0) ? row : best), null);
  const wall = (key: string, label: string, side: 'ce' | 'pe', measure: 'oi' | 'oi_change', what: string): Figure => {
    const row = largest(side, measure);
    return figureOf(row?.strike ?? null, {
      key,
      label,
      unit: 'strike',
      word: row ? strikeWord(row.strike, chain.spot) : '',
      note: 'no open interest',
      how: `Strike with the largest ${what}, of all strikes of this expiry.`,
      inputs: row ? [['Shares', formatNumber(row[side]![measure])], counted] : [],
    });
  };
  const lookedBack = `${Math.min(252, history.length)} closings`;
  const ivInputs: [string, string][] = [
    ['ATM volatility now', iv === null ? '–' : `${formatTwo(iv)}%`],
    ['History', lookedBack],
  ];
  return [
    figureOf(iv, {
      key: 'atm_iv',
      label: 'ATM volatility',
      unit: 'pct',
      word: iv === null ? '' : dailyMoveWord(iv),
      note: noIv,
      how: `Volatility of the out-of-the-money options either side of the forward, interpolated at it. Black-76 on the middle of the quotes, 252 sessions a year, 6.5 % interest; the forward is ${FROM[analysis.forwardFrom]}.`,
      inputs: [
        ['Forward', formatTwo(forward)],
        ['Sessions left, in years', formatNumber(years, 5)],
        ['Expiry', formatDay(chain.expiry)],
      ],
    }),
    iv === null
      ? figureOf(null, { key: 'iv_rank', label: 'IV rank', unit: 'x', note: noIv, how: RANK })
      : placed(ivRank(iv, history), yearWord, { key: 'iv_rank', label: 'IV rank', unit: 'x', how: RANK, inputs: ivInputs }),
    iv === null
      ? figureOf(null, { key: 'iv_percentile', label: 'IV percentile', unit: 'pct', note: noIv, how: PERCENTILE })
      : placed(ivPercentile(iv, history), yearWord, { key: 'iv_percentile', label: 'IV percentile', unit: 'pct', how: PERCENTILE, inputs: ivInputs }),
    vix,
    ratio('pcr', 'PCR, open interest', 'oi', 'no open calls'),
    ratio('pcr_volume', 'PCR, volume', 'volume', 'no calls traded'),
    ratio('pcr_change', 'PCR, change of OI', 'oi_change', changeNote(interest)),
    figureOf(pain?.strike ?? null, {
      key: 'max_pain',
      label: 'Max pain',
      unit: 'strike',
      word: pain ? strikeWord(pain.strike, chain.spot) : '',
      note: 'no open interest',
      how: 'Listed strike at which buyers of all open options of this expiry, of every strike, would together receive least. A tie goes to the strike nearest to spot.',
      inputs: pain
        ? [
            ['Against spot', formatTwo(pain.strike - chain.spot)],
            ['Paid out there, ₹', formatNumber(pain.payout)],
            ['At the start of the session', opening === null ? '–' : formatNumber(opening)],
            counted,
          ]
        : [],
    }),
    figureOf(move, {
      key: 'expected_move',
      label: 'Expected move, ±',
      unit: 'points',
      word: move === null ? '' : shareWord(move, forward),
      note: noIv,
      how: 'Until expiry: forward times ATM volatility times the root of the time left: one standard deviation, reached or passed about one time in three.',
      inputs: [
        ['Forward', formatTwo(forward)],
        ['ATM volatility', iv === null ? '–' : `${formatTwo(iv)}%`],
      ],
    }),
    figureOf(straddle, {
      key: 'straddle',
      label: `Straddle at ${formatNumber(atm)}`,
      unit: 'inr',
      word: straddle === null ? '' : shareWord(straddle, forward),
      note: years <= 0 ? 'expired' : 'one side has no two-sided quote',
      how: 'Call plus put at the strike nearest to the forward, middles of the quotes.',
      inputs: straddle === null ? [] : [['0.85 × straddle', formatTwo(0.85 * straddle)]],
    }),
    figureOf(skew === null ? null : 100 * skew, {
      key: 'skew',
      label: 'Skew, 25 delta',
      unit: 'pct',
      word: skew === null ? '' : skewWord(100 * skew),
      note: 'no options around 25 delta',
      how: 'Volatility of the put of 25 delta minus that of the call of 25 delta, points.',
    }),
    wall('resistance', 'Largest call interest', 'ce', 'oi', 'open interest in calls, often read as resistance'),
    wall('support', 'Largest put interest', 'pe', 'oi', 'open interest in puts, often read as support'),
    wall('resistance_change', 'Most calls added in the session', 'ce', 'oi_change', 'rise of open interest in calls since the session before'),
    wall('support_change', 'Most puts added in the session', 'pe', 'oi_change', 'rise of open interest in puts since the session before'),
  ];
}

const placed = (sample: Sampled, word: (value: number) => string, given: Omit<Parameters<typeof sampledFigure>[1], 'word'>): Figure =>
  sampledFigure(sample, { ...given, word: sample.value === null ? '' : word(sample.value) });

const RANK = '100 × (volatility now − lowest) ÷ (highest − lowest) of the closings of the last 252 sessions.';
const PERCENTILE = 'Share of the closings of the last 252 sessions below the volatility now.';
