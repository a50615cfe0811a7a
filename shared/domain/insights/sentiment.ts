import { UNRATED_SCORE } from '../calls/rating.ts';
import { MACD_NEED, WILDER_NEED } from './smoothing.ts';
import { obvSeries, pivot, type SessionBar, sma, Technicals } from './technicals.ts';

/** Version of the formula, shown next to every score (product C.8). */
export const SENTIMENT_METHOD = 'sentiment-4';

/** Half-life of a call's weight in days, by term. */
const HALF_LIFE_DAYS = { intraday: 1, shortTerm: 10, mediumTerm: 45, longTerm: 120 } as const;
const WEIGHTS = { experts: 0.45, technical: 0.35, volume: 0.2 } as const;
/** Below this many open calls or experts, calls are not counted. */
const MIN_CALLS = 3;
const MIN_EXPERTS = 2;

export interface OpenCall {
  readonly call_type: 'Buy' | 'Sell' | 'Hold';
  readonly term: keyof typeof HALF_LIFE_DAYS;
  /** UTC instant. */
  readonly published_at: string;
  readonly expert_id: string;
  /** The expert's score 0–100; null while not rated, which counts as the middle of those that can't be told from luck. */
  readonly score: number | null;
}

const LABELS = { experts: 'Experts’ open calls', technical: 'Technical votes', volume: 'Volume' } as const;

export interface Driver {
  readonly key: keyof typeof WEIGHTS;
  readonly label: string;
  readonly value: number | null;
  readonly weight: number;
  readonly detail: string;
}

export interface SentimentScore {
  readonly score: number | null;
  readonly zone: Zone | null;
  readonly note: string;
  readonly drivers: readonly Driver[];
}

export const ZONES = ['Very bearish', 'Bearish', 'Neutral', 'Bullish', 'Very bullish'] as const;
export type Zone = (typeof ZONES)[number];

/** The zone of a 0–100 score: 0–20, –40, –60, –80, –100, each including its lower bound. */
export function zoneOf(score: number): Zone {
  return ZONES[Math.min(4, Math.max(0, Math.floor(score / 20)))]!;
}

/** The experts' lean in [−1, 1]. Weights halve with each half-life and rise with the expert's score. */
export function expertLean(calls: readonly OpenCall[], now: Date): number | null {
  if (calls.length < MIN_CALLS || new Set(calls.map((call) => call.expert_id)).size < MIN_EXPERTS) return null;
  let sum = 0;
  let total = 0;
  for (const call of calls) {
    const age = Math.max(0, now.getTime() - Date.parse(call.published_at)) / 86_400_000;
    const weight = ((call.score ?? UNRATED_SCORE) / 100) * 0.5 ** (age / HALF_LIFE_DAYS[call.term]);
    sum += weight * (call.call_type === 'Buy' ? 1 : call.call_type === 'Sell' ? -1 : 0);
    total += weight;
  }
  return total === 0 ? null : sum / total;
}

export interface Vote {
  readonly label: string;
  readonly vote: -1 | 0 | 1;
}

const versus = (label: string, a: number, b: number): Vote => ({ label, vote: a > b ? 1 : a < b ? -1 : 0 });

/** Six votes in all; with fewer than half of them there is no mean. */
const LEAST_VOTES = 3;

/** The technical votes that were cast, and those that were not, each with the sessions it takes. */
export interface TechnicalVotes {
  readonly votes: readonly Vote[];
  readonly absent: readonly { readonly label: string; readonly need: number }[];
}

/**
 * The technical votes on the last of some sessions; `technicals` are of all sessions there are, up to it. A vote whose history is too short, or
 * in whose average the first value still weighs too much, is left out.
 */
export function technicalVotes(technicals: Technicals, previous: SessionBar | undefined): TechnicalVotes {
  const { close, rsi, macdHistogram } = technicals;
  const votes: Vote[] = [];
  const absent: { label: string; need: number }[] = [];
  const compare = (label: string, need: number, a: number | null, b: number | null): void => {
    if (a === null || b === null) absent.push({ label, need });
    else votes.push(versus(label, a, b));
  };
  const [sma20, sma50, sma200] = [technicals.sma(20), technicals.sma(50), technicals.sma(200)];
  compare('Price against its 20-day average', 20, close, sma20);
  compare('20-day against 50-day average', 50, sma20, sma50);
  compare('50-day against 200-day average', 200, sma50, sma200);
  if (rsi === null) absent.push({ label: 'RSI 14', need: WILDER_NEED });
  else votes.push({ label: `RSI 14 at ${rsi.toFixed(0)}`, vote: rsi > 60 ? 1 : rsi < 40 ? -1 : 0 });
  compare('MACD histogram against zero', MACD_NEED, macdHistogram, 0);
  compare('Price against the previous session’s pivot', 2, close, previous ? pivot(previous) : null);
  return { votes, absent };
}

const votesInWords = ({ votes, absent }: TechnicalVotes): string =>
  [
    ...votes.map(({ label, vote }) => `${label}: ${vote > 0 ? 'up' : vote < 0 ? 'down' : 'flat'}`),
    ...absent.map(({ label, need }) => `${label}: needs ${need} sessions`),
  ].join(' · ');

/**
 * Volume's lean in [−1, 1]: how far today's volume exceeds what is usual by now, in the direction of the price, and half as
 * much the OBV slope. Only more than the usual volume confirms a move; less says nothing. `tradedShare`: the share of a
 * usual day's volume that is traded by now, 0–1.
 */
export function volumeLean(sessions: readonly SessionBar[], tradedShare: number): number | null {
  if (sessions.length < 21) return null;
  const [previous, today] = sessions.slice(-2) as [SessionBar, SessionBar];
  const average = sma(
    sessions.slice(0, -1).map((session) => session.v),
    20,
  )!;
  if (average === 0) return null;
  const usual = average * tradedShare;
  const surge = usual === 0 ? 0 : Math.min(1, Math.max(0, today.v / usual - 1)) * Math.sign(today.c - previous.c);
  const obv = obvSeries(sessions.slice(-21));
  const slope = Math.min(1, Math.max(-1, (obv.at(-1)! - obv[0]!) / (20 * average)));
  return (surge + 0.5 * slope) / 1.5;
}

/**
 * Sentiment of a stock, 0–100 with 50 neutral: 50 + 50·(0.45·experts + 0.35·technical + 0.20·volume). A driver that can't
 * be computed passes its weight to the others in proportion; with neither experts nor technicals there is no score. `calls`
 * are those the reader may read, or null if none; the score then reveals nothing about them. `tradedShare`: see `volumeLean`. `before`: the
 * technicals of all sessions before the last, where they are at hand.
 */
export function stockSentiment(
  calls: readonly OpenCall[] | null,
  sessions: readonly SessionBar[],
  now: Date,
  tradedShare = 1,
  before: Technicals = Technicals.of(sessions.slice(0, -1)),
): SentimentScore {
  const technicals = before.copy();
  if (sessions.length > 0) technicals.push(sessions.at(-1)!);
  const cast = technicalVotes(technicals, sessions.at(-2));
  const { votes } = cast;
  const values = {
    experts: calls && expertLean(calls, now),
    technical: votes.length < LEAST_VOTES ? null : votes.reduce((sum, vote) => sum + vote.vote, 0) / votes.length,
    volume: volumeLean(sessions, tradedShare),
  };
  const present = (Object.keys(WEIGHTS) as Driver['key'][]).filter((key) => values[key] !== null);
  const total = present.reduce((sum, key) => sum + WEIGHTS[key], 0);
  const weightOf = (key: Driver['key']): number => (values[key] === null || total === 0 ? 0 : WEIGHTS[key] / total);
  const drivers: Driver[] = [
    {
      key: 'experts',
      label: LABELS.experts,
      value: values.experts,
      weight: weightOf('experts'),
      detail: detailOf(calls, values.experts),
    },
    {
      key: 'technical',
      label: LABELS.technical,
      value: values.technical,
      weight: weightOf('technical'),
      detail: values.technical === null ? 'History is too short' : votesInWords(cast),
    },
    {
      key: 'volume',
      label: LABELS.volume,
      value: values.volume,
      weight: weightOf('volume'),
      detail: values.volume === null ? 'History is too short' : 'Volume so far against the usual volume of 20 sessions by this time, and on-balance volume',
    },
  ];
  if (values.experts === null && values.technical === null) return { score: null, zone: null, note: 'Not enough price history for a score.', drivers };
  const score = round1(50 + 50 * present.reduce((sum, key) => sum + weightOf(key) * values[key]!, 0));
  return { score, zone: zoneOf(score), note: values.experts === null ? 'Open calls are not counted: technicals and volume only.' : '', drivers };
}

/** Of a stock that is not traded now: its last prices say nothing of the present, so nothing has a say. */
export function untradedSentiment(note: string): SentimentScore {
  const drivers = (Object.keys(WEIGHTS) as Driver['key'][]).map((key) => ({ key, label: LABELS[key], value: null, weight: 0, detail: '' }));
  return { score: null, zone: null, note, drivers };
}

function detailOf(calls: readonly OpenCall[] | null, lean: number | null): string {
  if (calls === null) return 'Live calls are for members and are not counted here';
  const experts = new Set(calls.map((call) => call.expert_id)).size;
  const counted = `${calls.length} open ${calls.length === 1 ? 'call' : 'calls'} by ${experts} ${experts === 1 ? 'expert' : 'experts'}`;
  return `${counted}${lean === null ? '; at least 3 by 2 are needed' : ', newer ones weigh more'}`;
}

export interface MarketInputs {
  readonly advances: number;
  readonly declines: number;
  readonly unchanged: number;
  /** Share of stocks above their 50-day average, 0–1; null when unknown. */
  readonly aboveSma50: number | null;
  /** (52-week highs − lows) / stocks, −1 to 1; null when unknown. */
  readonly highsMinusLows: number | null;
}

/** Market score 0–100 from breadth 0.30, % above SMA50 0.20 and 52-week highs minus lows 0.15, renormalised until an option feed adds its inputs. */
export function marketScore(inputs: MarketInputs): { score: number; inputs: { label: string; value: string; weight: number }[] } {
  const moved = inputs.advances + inputs.declines;
  const parts = [
    {
      label: 'Advances against declines',
      lean: moved === 0 ? 0 : (inputs.advances - inputs.declines) / moved,
      value: `${inputs.advances} up · ${inputs.declines} down`,
      weight: 0.3,
    },
    ...(inputs.aboveSma50 === null
      ? []
      : [{ label: 'Stocks above their 50-day average', lean: inputs.aboveSma50 * 2 - 1, value: `${Math.round(inputs.aboveSma50 * 100)} %`, weight: 0.2 }]),
    ...(inputs.highsMinusLows === null
      ? []
      : [{ label: '52-week highs minus lows', lean: inputs.highsMinusLows, value: `${(inputs.highsMinusLows * 100).toFixed(1)} % of stocks`, weight: 0.15 }]),
  ];
  const total = parts.reduce((sum, part) => sum + part.weight, 0);
  const lean = parts.reduce((sum, part) => sum + (part.weight / total) * part.lean, 0);
  return { score: round1(50 + 50 * lean), inputs: parts.map(({ label, value, weight }) => ({ label, value, weight: weight / total })) };
}

const round1 = (value: number): number => Math.round(value * 10) / 10;
