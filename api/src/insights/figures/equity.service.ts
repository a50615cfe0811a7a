import type { EquityInsight } from '@vimarsh/shared/contract/equity-insight/types.ts';
import type { Figure } from '@vimarsh/shared/contract/figure.ts';
import { spreadOf } from '@vimarsh/shared/domain/insights/consensus.ts';
import { againstWord, betaWord, dailyMoveWord } from '@vimarsh/shared/domain/insights/figure-words.ts';
import { tooFew } from '@vimarsh/shared/domain/insights/sample.ts';
import { addDays, istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { formatDay } from '@vimarsh/shared/domain/text/formats.ts';
import { bySize, type DayBar, type Listing, type Market, marketSourceOf, type OptionMarket, ownSymbol, type Quote } from '../../market/index.ts';
import { Fail } from '../../platform/platform.ts';
import { AUDIENCES, type Audience, EVERYBODY } from '../audience.ts';
import { actionText } from './action-text.ts';
import { lastYear, recentStep, runningSession } from './adjusted-sessions.ts';
import { factsOf, ofStatusAlone, readingsOf, signalsOf } from './equity-readings.ts';
import { sampledFigure } from './figures.ts';
import { futureFigures } from './future-figures.ts';
import { KeptInsights } from './kept-insights.ts';
import { PastSessions } from './past-sessions.ts';
import { IndicatorRun } from './rules/indicator-run.ts';
import { beta, type CommonDay, commonDays, relativeStrength, yearlyVolatility } from './rules/market-risk.ts';
import { pivots } from './rules/pivots.ts';
import { type GroupRating, RATING_METHOD, type TechnicalRating, technicalRating } from './rules/technical-rating.ts';
import { DISCLAIMER, type SentimentService } from './sentiment.service.ts';

const INDEX = 'NIFTY';
const YEAR_SESSIONS = 252;
/** Comparisons of days use the last fifteen months: a year of 252 sessions and the session before it. Indicators use all history. */
const HISTORY_DAYS = 460;
const STRENGTH_SESSIONS = 60;
const PEERS = 5;

export interface EquityParts {
  readonly market: Market & { readonly options: OptionMarket };
  readonly sentiment: Pick<SentimentService, 'of' | 'openCalls' | 'latestDay'>;
}

/** The technical insight of a stock or index, from its sessions and the running one. */
export class EquityService {
  readonly #parts: EquityParts;
  readonly #past: PastSessions<{ readonly bars: readonly DayBar[]; readonly run: IndicatorRun }>;
  /** What prices make, and what everybody is shown. */
  readonly #kept = new KeptInsights(async (symbol: string) => ({ ...(await this.#compute(symbol)), ...(await this.#opinions(symbol, EVERYBODY)) }));
  /** By code `RELIANCE shortTerm`: the same with what its readers may know of calls. */
  readonly #forMembers = new KeptInsights(async (code: string) => {
    const [symbol = '', key = ''] = code.split(' ');
    const audience = AUDIENCES.find((each) => each.key === key)!;
    return { ...(await this.#kept.of(symbol)), ...(await this.#opinions(symbol, audience)) };
  });

  constructor(parts: EquityParts) {
    this.#parts = parts;
    this.#past = new PastSessions(parts.market, (sessions, day) => {
      const from = addDays(day, -HISTORY_DAYS);
      return { bars: sessions.filter((bar) => bar.day >= from), run: IndicatorRun.of(sessions) };
    });
  }

  /** Prices of days gone by came in late. */
  revised(): void {
    this.#past.forget();
  }

  /** Throws UNKNOWN_SYMBOL, SYMBOL_DELISTED or NO_PRICES. */
  of(name: string, audience: Audience): Promise<EquityInsight> {
    const symbol = ownSymbol(this.#parts.market, name);
    return audience === EVERYBODY ? this.#kept.of(symbol) : this.#forMembers.of(`${symbol} ${audience.key}`);
  }

  /** Everybody's. */
  known(symbol: string): EquityInsight | null {
    return this.#kept.known(symbol);
  }

  /** What is said of experts and their calls. */
  async #opinions(symbol: string, audience: Audience): Promise<Pick<EquityInsight, 'sentiment' | 'consensus'>> {
    const { sentiment } = this.#parts;
    const [mood, calls] = await Promise.all([sentiment.of(symbol, audience), sentiment.openCalls(symbol, audience)]);
    const open = calls ?? [];
    const counted = (type: string): number => open.filter((call) => call.call_type === type).length;
    return {
      sentiment: mood && { score: mood.score, zone: mood.zone, note: mood.note },
      consensus: {
        buy: counted('Buy'),
        sell: counted('Sell'),
        hold: counted('Hold'),
        experts: new Set(open.map((call) => call.expert_id)).size,
        oldest: open.at(0)?.published_at ?? null,
        newest: open.at(-1)?.published_at ?? null,
        ...(open.length > 0 && { spread: spreadOf(open) }),
      },
    };
  }

  async #compute(symbol: string): Promise<Omit<EquityInsight, 'sentiment' | 'consensus'>> {
    const { market } = this.#parts;
    const listing = market.instrument(symbol);
    if (!listing) throw new Fail('UNKNOWN_SYMBOL');
    if (listing.status === 'delisted') throw new Fail('SYMBOL_DELISTED');
    const quote = market.quote(symbol);
    if (!quote) throw new Fail('NO_PRICES');
    const tradedShare = market.tradedShare(symbol);
    const [{ bars, run }, index, future, vwap] = await Promise.all([
      this.#sessionsSoFar(listing, quote),
      this.#indexSessions(),
      this.#future(listing, quote),
      market.vwap(symbol),
    ]);
    const rating = technicalRating(run);
    const own = bars.slice(-YEAR_SESSIONS - 1);
    const against = symbol === INDEX ? null : againstIndex(commonDays(bars, index));
    const volatility = yearlyVolatility(own);
    const year = lastYear(bars, bars.at(-1)!.day);
    const before = bars.at(-2);
    const step = recentStep(market, symbol, bars.at(-1)!.day);
    const lastTraded = this.#lastTraded(quote);
    const signals = signalsOf(bars, run.rsi, listing.status, tradedShare);
    const { ltp, change, change_pct, open: o, high, low, prev_close, volume, step: stepped = null } = quote;
    return {
      symbol,
      name: listing.name,
      exchange: listing.exchange,
      kind: listing.kind,
      sector: listing.sector,
      cap: listing.cap ?? '',
      status: listing.status,
      fno: listing.fno,
      quote: { ltp, change, change_pct, open: o, high, low, prev_close, volume, step: stepped },
      facts: factsOf(bars, { marketCap: listing.market_cap_cr, lot: listing.lot_size, vwap, tradedShare }),
      range52: year && { low: Math.min(...year.map((bar) => bar.l)), high: Math.max(...year.map((bar) => bar.h)) },
      sessions: run.sessions,
      ...(step !== null && { series_from: step }),
      rating: { ...groupsOf(rating, listing, lastTraded.last_traded), votes: [...rating.votes] },
      readings: readingsOf(run),
      pivots: before
        ? {
            day: before.day,
            high: before.h,
            low: before.l,
            close: before.c,
            sets: pivots(before).map(({ kind, p, r, s }) => ({ kind, p, r: [...r], s: [...s] })),
          }
        : null,
      risk: [
        ...(against ? [against.beta] : []),
        sampledFigure(volatility, {
          key: 'volatility',
          label: 'Volatility a year',
          unit: 'pct',
          word: volatility.value === null ? '' : dailyMoveWord(volatility.value),
          how: 'Sample deviation of daily log returns times √252.',
          inputs: [returnsOf(own)],
        }),
        ...(against ? [against.strength] : []),
      ],
      signals: listing.status === 'suspended' || lastTraded.last_traded !== undefined ? ofStatusAlone(signals) : signals,
      future,
      actions: market.actions(symbol).map((action) => ({ day: action.day, text: actionText(action) })),
      peers: this.#peers(listing),
      ...lastTraded,
      as_of: quote.ts,
      phase: quote.phase,
      stale: !market.fresh(),
      source: quote.source,
      prices_from: marketSourceOf(this.#parts.market),
      methods: [RATING_METHOD, 'indicators-3', 'pivots-1'],
      disclaimer: DISCLAIMER,
    };
  }

  /** Completed sessions and the running one as it stands. */
  async #sessionsSoFar({ symbol }: Listing, quote: Quote): Promise<{ bars: readonly DayBar[]; run: IndicatorRun }> {
    const running = runningSession(quote);
    const past = await this.#past.of(symbol, running.day);
    const run = past.run.copy();
    run.push(running);
    return { bars: [...past.bars, running], run };
  }

  async #indexSessions(): Promise<readonly DayBar[]> {
    const listing = this.#parts.market.instrument(INDEX);
    const quote = this.#parts.market.quote(INDEX);
    return listing && quote ? (await this.#sessionsSoFar(listing, quote)).bars : [];
  }

  async #future({ symbol, fno }: Listing, { ltp }: Quote): Promise<EquityInsight['future']> {
    if (!fno) return null;
    const { options } = this.#parts.market;
    const now = this.#parts.market.now();
    const [expiry] = await options.expiries(symbol, now);
    const chain = expiry ? await options.chain(symbol, expiry, now) : null;
    return chain?.future ? { expiry: chain.future.expiry, figures: futureFigures(chain.future, ltp) } : null;
  }

  /** The day of a quote that is older than the market's latest session: its change is not today's. */
  #lastTraded({ ts }: Quote): { last_traded?: string } {
    const day = istDay(new Date(ts));
    return day < this.#parts.sentiment.latestDay() ? { last_traded: day } : {};
  }

  #peers({ symbol, sector, kind }: Listing): EquityInsight['peers'] {
    if (kind === 'index') return [];
    const { market } = this.#parts;
    return market
      .instruments()
      .filter((other) => other.sector === sector && other.symbol !== symbol && other.kind === 'equity')
      .toSorted(bySize)
      .flatMap((other) => {
        const quote = market.quote(other.symbol);
        if (!quote) return [];
        const { ltp, change_pct } = quote;
        return [{ symbol: other.symbol, name: other.name, ltp, change_pct, market_cap_cr: other.market_cap_cr, ...this.#lastTraded(quote) }];
      })
      .slice(0, PEERS);
  }
}

type Days = readonly { readonly day: string }[];
const returnsOf = (days: Days): [string, string] => [
  'Window',
  `${Math.max(0, days.length - 1)} daily returns to ${days.length > 0 ? formatDay(days.at(-1)!.day) : '–'}`,
];

/** How a stock moves with the index and against it, each on the days on which both traded. */
function againstIndex(days: readonly CommonDay[]): { beta: Figure; strength: Figure } {
  const year = days.slice(-YEAR_SESSIONS - 1);
  const [moves, ahead] = [beta(year), relativeStrength(days, STRENGTH_SESSIONS)];
  return {
    beta: sampledFigure(moves, {
      key: 'beta',
      label: `Beta against ${INDEX}`,
      unit: 'x',
      word: moves.value === null ? '' : betaWord(moves.value),
      how: 'Covariance of daily returns with the index over the index’s variance, days both traded.',
      inputs: [returnsOf(year)],
    }),
    strength: sampledFigure(ahead, {
      key: 'strength',
      label: `${STRENGTH_SESSIONS} sessions against ${INDEX}`,
      unit: 'pct',
      word: ahead.value === null ? '' : againstWord(ahead.value, INDEX),
      how: 'Return of 60 sessions minus that of the index over the same days, percentage points. Only days both traded count.',
      inputs: [returnsOf(days.slice(-STRENGTH_SESSIONS - 1))],
    }),
  };
}

/** A rating says what prices do now, so a stock that is not traded has none; its votes stay those of its last session. */
function groupsOf(
  { summary, averages, oscillators }: TechnicalRating,
  { status }: Listing,
  lastTraded: string | undefined,
): Omit<EquityInsight['rating'], 'votes'> {
  if (status === 'suspended' || lastTraded !== undefined) {
    const none = groupOf(null, status === 'suspended' ? 'Trading is suspended' : `Not traded in this session · last traded: ${formatDay(lastTraded!)}`);
    return { summary: none, averages: none, oscillators: none };
  }
  return {
    summary: groupOf(summary.value, 'Both groups need enough votes'),
    averages: groupOf(averages.value, tooFew(averages, 'votes')),
    oscillators: groupOf(oscillators.value, tooFew(oscillators, 'votes')),
  };
}

const groupOf = (group: GroupRating | null, note: string): EquityInsight['rating']['summary'] =>
  group ? { ...group, score: Math.round(group.score * 1e4) / 1e4, note: '' } : { score: null, rating: null, buy: 0, neutral: 0, sell: 0, note };
