import type { Instrument, Quote } from '@vimarsh/shared/contract/market/types.ts';
import type { MarketSentiment, Sentiment } from '@vimarsh/shared/contract/sentiment/types.ts';
import { type MarketInputs, marketScore, SENTIMENT_METHOD, stockSentiment, untradedSentiment, zoneOf } from '@vimarsh/shared/domain/insights/sentiment.ts';
import { HISTORY_START } from '@vimarsh/shared/domain/insights/smoothing.ts';
import { sma, Technicals } from '@vimarsh/shared/domain/insights/technicals.ts';
import { addDays, istDay, tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { type DayBar, type Market, marketSourceOf } from '../../market/index.ts';
import type { OpenCall } from '../../performance/index.ts';
import { AUDIENCES, type Audience, EVERYBODY } from '../audience.ts';
import { lastYear, recentStep, runningSession, YEAR_DAYS } from './adjusted-sessions.ts';
import { breadthOf, countingStocks } from './counting-stocks.ts';
import type { Closing, SentimentHistory } from './history.store.ts';
import { PastSessions } from './past-sessions.ts';
import { meanVolume, volumeTimes } from './usual-volume.ts';

/** How long a computed answer stands, in market and in wall time. Prices move every second; the needle need not. */
const FRESH_MS = 5000;
const HISTORY_SESSIONS = 7;
export const DISCLAIMER = 'A description of the present, not a forecast and not advice.';

interface Kept {
  readonly at: number;
  readonly value: Promise<Sentiment>;
  /** The last that was computed, while `value` is under way. */
  known?: Sentiment;
}

/**
 * Prices ₹ on today's share count; `range` null where history is shorter than the year. `volume_times`: volume so far over what is usual by this
 * time of the day, null where fewer than 20 sessions are known.
 */
export interface YearFigures {
  readonly range: { readonly low: number; readonly high: number } | null;
  readonly volume_times: number | null;
}

/** Sessions with the one measured at the end, of a year or more, and the technicals of all before it. */
interface SessionsSoFar {
  readonly sessions: readonly DayBar[];
  readonly before: Technicals;
}

/** The same without a running session. */
interface YearOfSessions {
  readonly year: readonly DayBar[];
  readonly technicals: Technicals;
}

/** Results of all sessions before a day: technicals over all of them, and the sessions of the last year. */
function yearOf(sessions: readonly DayBar[], day: string): YearOfSessions {
  const from = addDays(day, -YEAR_DAYS);
  return { year: sessions.filter((session) => session.day >= from), technicals: Technicals.of(sessions) };
}

interface Calls {
  openCallsOf(symbol: string, at?: Date): Promise<readonly OpenCall[]>;
  openCallsByStock(at: Date): Promise<ReadonlyMap<string, readonly OpenCall[]>>;
}

/** Closing scores by day and audience. */
export type Closings = Pick<SentimentHistory, 'of' | 'ofAll' | 'days' | 'write'>;

/** Everything the sentiment of one symbol takes from the database. */
interface Stored {
  readonly calls: readonly OpenCall[] | null;
  readonly history: readonly Closing[];
}

/**
 * Computes sentiment once per change and keeps it in memory, for each audience apart: it comes from prices, and from the
 * live calls the audience may read.
 */
export class SentimentService {
  readonly #market: Market;
  readonly #calls: Calls;
  readonly #history: Closings;
  readonly #past: PastSessions<YearOfSessions>;
  readonly #stocks = new Map<string, Kept>();
  #latest = { at: 0, day: '' };
  readonly #wholes = new Map<Audience, { at: number; value: Promise<MarketSentiment> }>();

  constructor(market: Market, calls: Calls, history: Closings) {
    this.#market = market;
    this.#past = new PastSessions(market, yearOf);
    this.#calls = calls;
    this.#history = history;
  }

  /** Sentiment of a stock or index; null for an unknown symbol or one without any price. */
  of(name: string, audience: Audience): Promise<Sentiment | null> {
    return this.#of(name, audience, (symbol) => this.#storedOf(symbol, audience));
  }

  async #of(name: string, audience: Audience, storedOf: (symbol: string) => Promise<Stored>): Promise<Sentiment | null> {
    const instrument = this.#market.instrument(name);
    const quote = this.#market.quote(name);
    if (!instrument || !quote) return null;
    const { symbol } = instrument;
    const id = idOf(symbol, audience);
    const kept = this.#stocks.get(id);
    if (kept && Date.now() - kept.at < FRESH_MS) return kept.value;
    const value = this.#compute(instrument, quote, storedOf(symbol));
    const entry: Kept = { at: Date.now(), value, ...(kept?.known && !isTooOld(kept) && { known: kept.known }) };
    this.#stocks.set(id, entry);
    value.then(
      (sentiment) => {
        entry.known = sentiment;
      },
      // A failure must not stand for five seconds.
      () => this.#stocks.delete(id),
    );
    return value;
  }

  /** What is known now, never more than ten seconds and one computing old; asks for a newer one by itself. */
  known(symbol: string, audience: Audience): Sentiment | null {
    const kept = this.#stocks.get(idOf(symbol, audience));
    if (!kept?.known || isTooOld(kept)) return null;
    // Only the failure is of interest, and `of` forgets it.
    if (Date.now() - kept.at >= FRESH_MS) this.of(symbol, audience).catch(() => undefined);
    return kept.known;
  }

  /** Prices of days gone by came in late. */
  revised(): void {
    this.#past.forget();
  }

  /** A call on it has ended: the next member to ask has it computed anew. Everybody else's would tell of the end by being new. */
  forget(symbol: string): void {
    for (const audience of AUDIENCES) if (audience !== EVERYBODY) this.#stocks.delete(idOf(symbol, audience));
  }

  /** From the same year of sessions as the score; null for a symbol without any price. */
  async year(symbol: string): Promise<YearFigures | null> {
    const quote = this.#market.quote(symbol);
    if (!this.#market.instrument(symbol) || !quote) return null;
    const tradedShare = this.#market.tradedShare(symbol);
    const { sessions } = await this.#sessionsOf(symbol, quote);
    const year = lastYear(sessions, sessions.at(-1)!.day);
    const times = volumeTimes(quote.volume, meanVolume(sessions.slice(0, -1)), tradedShare);
    return {
      range: year && { low: Math.min(...year.map(({ l }) => l)), high: Math.max(...year.map(({ h }) => h)) },
      volume_times: times === null ? null : Math.round(100 * times) / 100,
    };
  }

  async market(audience: Audience): Promise<MarketSentiment> {
    const kept = this.#wholes.get(audience);
    if (kept && Date.now() - kept.at < FRESH_MS) return kept.value;
    const value = this.#computeMarket(audience);
    this.#wholes.set(audience, { at: Date.now(), value });
    value.catch(() => this.#wholes.delete(audience));
    return value;
  }

  /** Writes the closing scores that are still missing of the last seven completed sessions. Safe to repeat. */
  async recordClosings(): Promise<number> {
    const days = this.#lastSessions();
    const known = new Map(await Promise.all(AUDIENCES.map(async (audience) => [audience, await this.#history.days(days, audience)] as const)));
    let written = 0;
    for (const day of days) {
      const missing = AUDIENCES.filter((audience) => !known.get(audience)!.has(day));
      if (missing.length === 0) continue;
      const open = missing.some(({ terms }) => terms.length > 0) ? await this.#calls.openCallsByStock(closeOf(day)) : new Map<string, OpenCall[]>();
      const closings = await Promise.all(
        this.#stocksOnly().map(async ({ symbol }) => {
          const { sessions, before } = await this.#sessionsOn(symbol, day);
          const last = sessions.at(-1);
          // Of a day without a trade nothing is written.
          if (last?.day !== day) return [];
          const scores = closingScores(open.get(symbol) ?? [], day, { sessions, before }, missing);
          return [{ symbol, sessions, change: last.c - last.prev_close, scores }];
        }),
      ).then((found) => found.flat());
      for (const audience of missing) {
        const scored = closings.flatMap(({ symbol, scores }) => (scores.get(audience) === null ? [] : [{ symbol, score: scores.get(audience)! }]));
        if (scored.length === 0) continue;
        await this.#history.write(day, audience, [...scored, { symbol: '*', score: marketScore(inputsOf(closings)).score }], SENTIMENT_METHOD);
        written += 1;
      }
    }
    return written;
  }

  /** The live calls an audience may read; null where that is none, and then they aren't even asked for. */
  async openCalls(symbol: string, audience: Audience): Promise<readonly OpenCall[] | null> {
    return audience.terms.length === 0 ? null : readableBy(audience, await this.#calls.openCallsOf(symbol));
  }

  async #storedOf(symbol: string, audience: Audience): Promise<Stored> {
    const [calls, history] = await Promise.all([this.openCalls(symbol, audience), this.#history.of(symbol, audience, HISTORY_SESSIONS)]);
    return { calls, history };
  }

  /** The same of many symbols with two queries, however many there are: one for each would take every connection of the pool. */
  async #storedOfAll(symbols: readonly string[], audience: Audience): Promise<(symbol: string) => Stored> {
    const [open, histories] = await Promise.all([
      audience.terms.length === 0 ? null : this.#calls.openCallsByStock(this.#market.now()),
      this.#history.ofAll(symbols, audience, HISTORY_SESSIONS),
    ]);
    return (symbol) => ({ calls: open && readableBy(audience, open.get(symbol) ?? []), history: histories.get(symbol) ?? [] });
  }

  async #compute(instrument: Instrument, quote: Quote, stored: Promise<Stored>): Promise<Sentiment> {
    const { symbol } = instrument;
    const now = this.#market.now();
    const [{ calls, history }, { sessions, before }] = await Promise.all([stored, this.#sessionsOf(symbol, quote)]);
    const last = istDay(new Date(quote.ts));
    const suspended = instrument.status === 'suspended';
    const traded = !suspended && last >= this.latestDay();
    const step = recentStep(this.#market, symbol, last);
    const result = traded
      ? stockSentiment(calls, sessions, now, this.#market.tradedShare(symbol), before)
      : untradedSentiment(`${suspended ? 'Trading is suspended' : 'Not traded in this session'} · last traded: ${formatDay(last)}`);
    const days = new Set(sessions.map(({ day }) => day));
    const counted = calls ?? [];
    const of = (type: OpenCall['call_type']): number => counted.filter((call) => call.call_type === type).length;
    return {
      symbol,
      name: instrument.name,
      exchange: instrument.exchange,
      ltp: quote.ltp,
      change: quote.change,
      change_pct: quote.change_pct,
      step: quote.step ?? null,
      ...result,
      note: traded && step ? [`Prices count from an unexplained step on: ${formatDay(step)}`, result.note].filter(Boolean).join(' · ') : result.note,
      traded,
      drivers: [...result.drivers],
      calls: { buy: of('Buy'), sell: of('Sell'), hold: of('Hold'), experts: new Set(counted.map((call) => call.expert_id)).size },
      history: history.filter(({ day }) => days.has(day)),
      as_of: quote.ts,
      phase: traded ? quote.phase : 'closed',
      source: quote.source,
      prices_from: marketSourceOf(this.#market),
      method: SENTIMENT_METHOD,
      disclaimer: DISCLAIMER,
    };
  }

  async #computeMarket(audience: Audience): Promise<MarketSentiment> {
    const { as_of, stocks } = countingStocks(this.#market);
    const symbols = stocks.map(({ listing }) => listing.symbol);
    const storedOf = await this.#storedOfAll(symbols, audience);
    const rows = await Promise.all(
      stocks.map(async ({ listing, quote }) => ({
        sector: listing.sector,
        change: quote.change,
        change_pct: quote.change_pct,
        score: (await this.#of(listing.symbol, audience, async (symbol) => storedOf(symbol)))?.score ?? null,
        sessions: (await this.#sessionsOf(listing.symbol, quote)).sessions,
      })),
    );
    const inputs = inputsOf(rows);
    const whole = marketScore(inputs);
    const sectors = [...Map.groupBy(rows, ({ sector }) => sector)].map(([sector, members]) => {
      const scores = members.flatMap(({ score }) => (score === null ? [] : [score]));
      return {
        sector,
        score: scores.length === 0 ? 50 : round1(mean(scores)),
        stocks: members.length,
        change_pct: Math.round(mean(members.map((row) => row.change_pct)) * 100) / 100,
      };
    });
    const { advances, declines, unchanged, aboveSma50 } = inputs;
    return {
      score: whole.score,
      zone: zoneOf(whole.score),
      breadth: { advances, declines, unchanged },
      above_sma50_pct: aboveSma50 === null ? 0 : round1(aboveSma50 * 100),
      inputs: whole.inputs,
      sectors: sectors.sort((a, b) => b.score - a.score),
      history: await this.#history.of('*', audience, HISTORY_SESSIONS),
      as_of,
      method: SENTIMENT_METHOD,
    };
  }

  /** The IST day of the market's latest trade. */
  latestDay(): string {
    if (Date.now() - this.#latest.at >= FRESH_MS) this.#latest = { at: Date.now(), day: countingStocks(this.#market).day };
    return this.#latest.day;
  }

  #stocksOnly(): Instrument[] {
    return this.#market.instruments().filter((instrument) => instrument.kind === 'equity' && instrument.status !== 'delisted');
  }

  /** Completed sessions on today's share count, read once a trading day, with the running one at the end. */
  async #sessionsOf(symbol: string, quote: Quote): Promise<SessionsSoFar> {
    const running = runningSession(quote);
    const { year, technicals } = await this.#past.of(symbol, running.day);
    return { sessions: [...year, running], before: technicals };
  }

  /** The sessions up to an IST day that is over, in prices of that day. */
  async #sessionsOn(symbol: string, day: string): Promise<SessionsSoFar> {
    const sessions = await this.#market.adjusted(symbol, HISTORY_START, day, day);
    const { year, technicals } = yearOf(sessions.slice(0, -1), day);
    return { sessions: [...year, ...sessions.slice(-1)], before: technicals };
  }

  /** The last seven sessions that are over. */
  #lastSessions(): string[] {
    const now = this.#market.now();
    const today = istDay(now);
    const days = tradingDays(addDays(today, -21), today);
    const over = now.getTime() >= Date.parse(`${today}T15:36:00+05:30`) ? days : days.filter((day) => day < today);
    return over.slice(-HISTORY_SESSIONS);
  }
}

const closeOf = (day: string): Date => new Date(`${day}T15:30:00+05:30`);

const readableBy = ({ terms }: Audience, calls: readonly OpenCall[]): readonly OpenCall[] => calls.filter(({ term }) => terms.includes(term));

/** The closing score of a stock for each audience, from the calls that were open at the close. */
function closingScores(
  open: readonly OpenCall[],
  day: string,
  { sessions, before }: SessionsSoFar,
  audiences: readonly Audience[],
): Map<Audience, number | null> {
  const scoreFor = (audience: Audience): number | null => {
    const calls = audience.terms.length === 0 ? null : readableBy(audience, open);
    return stockSentiment(calls, sessions, closeOf(day), 1, before).score;
  };
  return new Map(audiences.map((audience) => [audience, scoreFor(audience)]));
}

const idOf = (symbol: string, audience: Audience): string => `${symbol} ${audience.key}`;
const isTooOld = ({ at }: Kept): boolean => Date.now() - at >= 2 * FRESH_MS;

/** What the market's score is made of: each stock's change, and its year of sessions with the one measured at the end. */
function inputsOf(stocks: readonly { readonly change: number; readonly sessions: readonly DayBar[] }[]): MarketInputs {
  const above = stocks.flatMap(({ sessions }) => {
    const closes = sessions.map(({ c }) => c);
    const average = sma(closes, 50);
    return average === null ? [] : [closes.at(-1)! > average ? 1 : 0];
  });
  const extremes = stocks.flatMap(({ sessions }) => yearExtreme(sessions) ?? []);
  return {
    ...breadthOf(stocks.map(({ change }) => change)),
    aboveSma50: above.length === 0 ? null : mean(above),
    highsMinusLows: extremes.length === 0 ? null : mean(extremes),
  };
}

/** +1 at a high of the 52 weeks before, −1 at a low, else 0; by the last price of the sessions. Null where they don't reach back so far. */
function yearExtreme(sessions: readonly DayBar[]): number | null {
  const { c: price, day } = sessions.at(-1)!;
  const year = lastYear(sessions, day)?.slice(0, -1);
  if (!year?.length) return null;
  if (price >= Math.max(...year.map(({ h }) => h))) return 1;
  return price <= Math.min(...year.map(({ l }) => l)) ? -1 : 0;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const round1 = (value: number): number => Math.round(value * 10) / 10;
