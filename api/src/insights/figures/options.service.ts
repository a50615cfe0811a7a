import { readStrikeInterest } from '@vimarsh/shared/contract/options-insight/routes.ts';
import type { OptionCell, OptionsInsight, StrikeInterestOf, VolatilityIndex } from '@vimarsh/shared/contract/options-insight/types.ts';
import { expiryOf, subjectCode, symbolOf } from '@vimarsh/shared/domain/insights/subject-code.ts';
import { addDays, istDay, sessionOf, tradingDays } from '@vimarsh/shared/domain/market/calendar.ts';
import { sessionsLeft } from '@vimarsh/shared/domain/options/option-time.ts';
import { VOLATILITY_INDEX_METHOD } from '@vimarsh/shared/domain/options/volatility-index.ts';
import { FNO_RISK } from '@vimarsh/shared/domain/text/fno-disclosure.ts';
import type { Market, OptionChain, OptionMarket } from '../../market/index.ts';
import { Fail } from '../../platform/platform.ts';
import { chainFigures } from './chain-figure-list.ts';
import { futureFigures } from './future-figures.ts';
import { KeptInsights } from './kept-insights.ts';
import type { OptionClosing, OptionClosings } from './option-history.store.ts';
import { type AnalysedOption, analyse, CHAIN_METHOD, type ChainAnalysis, RATE } from './rules/chain-analysis.ts';
import { buildUp, maxPain, putCallRatio, type StrikeInterest } from './rules/chain-figures.ts';
import { chainWindow } from './rules/chain-window.ts';
import { DISCLAIMER } from './sentiment.service.ts';
import { VolatilityIndexService } from './volatility-index.service.ts';

const YEAR_SESSIONS = 252;
const YEAR_DAYS = 390;

/** All contracts of one expiry, not only those around the money that an insight shows. */
export interface ChainCells {
  readonly spot: number;
  readonly as_of: string;
  cell(strike: number, type: 'CE' | 'PE'): OptionCell | null;
}

export interface OptionsParts {
  readonly market: Market & { readonly options: OptionMarket };
  readonly history: OptionClosings;
}

/** The option insight of an underlying and expiry; the code is `NIFTY`, or `NIFTY@2026-11-23`. */
export class OptionsService {
  readonly #parts: OptionsParts;
  readonly #kept = new KeptInsights((code: string) => this.#compute(code));
  readonly #vix: VolatilityIndexService;
  readonly #cells = new KeptInsights(async (code: string) => ({ chain: await this.#readCells(symbolOf(code), expiryOf(code)!) }));

  /** The input of an insight's figures, held for as long as the insight is cached. */
  readonly #interest = new WeakMap<OptionsInsight, readonly StrikeInterest[]>();
  #recordedFor = '';
  /** By symbol and expiry: the strike in the middle of what was shown last. */
  readonly #middles = new Map<string, number>();

  constructor(parts: OptionsParts) {
    this.#parts = parts;
    this.#vix = new VolatilityIndexService(parts.market);
  }

  /** Throws UNKNOWN_SYMBOL, SYMBOL_DELISTED, NO_DERIVATIVES or NO_EXPIRY. */
  of(code: string): Promise<OptionsInsight> {
    return this.#kept.of(code);
  }

  known(code: string): OptionsInsight | null {
    return this.#kept.known(code);
  }

  /** Open interest of every strike, at the moment of the insight that is kept now. Throws as `of`. */
  async strikes(code: string): Promise<StrikeInterestOf> {
    const insight = await this.of(code);
    const { symbol, expiry, spot, as_of } = insight;
    return { symbol, expiry, spot, rows: [...this.#interest.get(insight)!], as_of };
  }

  volatilityIndex(): Promise<VolatilityIndex> {
    return this.#vix.reading();
  }

  /** Null without a chain of that expiry. */
  async cells(symbol: string, expiry: string): Promise<ChainCells | null> {
    return (await this.#cells.of(subjectCode(symbol, expiry))).chain;
  }

  async #readCells(symbol: string, expiry: string): Promise<ChainCells | null> {
    const { market } = this.#parts;
    const chain = await market.options.chain(symbol, expiry, market.now());
    if (!chain) return null;
    const rows = new Map(analyse(chain).rows.map((row) => [row.strike, row]));
    return {
      spot: chain.spot,
      as_of: chain.at.toISOString(),
      cell: (strike, type) => cellOf(rows.get(strike)?.[type === 'CE' ? 'ce' : 'pe'] ?? null),
    };
  }

  async underlyings(): Promise<{ symbol: string; name: string; kind: 'equity' | 'index' }[]> {
    const { market } = this.#parts;
    return (await market.options.underlyings()).map((symbol) => {
      const listing = market.instrument(symbol);
      return { symbol, name: listing?.name ?? symbol, kind: listing?.kind ?? 'equity' };
    });
  }

  async #compute(code: string): Promise<OptionsInsight> {
    const { market, history } = this.#parts;
    const [symbol, asked] = [symbolOf(code), expiryOf(code)];
    const listing = market.instrument(symbol);
    const now = market.now();
    const expiries = await market.options.expiries(symbol, now);
    if (expiries.length === 0) {
      if (!listing) throw new Fail('UNKNOWN_SYMBOL');
      throw new Fail(listing.status === 'delisted' ? 'SYMBOL_DELISTED' : 'NO_DERIVATIVES');
    }
    const expiry = asked ?? expiries.find((day) => sessionsLeft(now, day) > 0) ?? expiries[0]!;
    const chain = expiries.includes(expiry) ? await market.options.chain(symbol, expiry, now) : null;
    if (!chain) throw new Fail('NO_EXPIRY');
    const analysis = analyse(chain);
    const interest = chain.rows.map((row): StrikeInterest => ({ strike: row.strike, ce: interestOf(row.ce), pe: interestOf(row.pe) }));
    const [ivHistory, term, looks, vix] = await Promise.all([
      history.of(symbol, istDay(chain.at), YEAR_SESSIONS),
      this.#term(symbol, expiries, now, { expiry, analysis }),
      market.options.interestSoFar(symbol, expiry, now),
      this.#vix.figure(),
    ]);
    const intraday = looks.map(({ at, rows }) => {
      const plain = rows.map(({ strike, ce, pe }) => ({ strike, ce: { oi: ce, oi_change: 0, volume: 0 }, pe: { oi: pe, oi_change: 0, volume: 0 } }));
      return { t: at.toISOString(), pcr: round(putCallRatio(plain, 'oi'), 4), max_pain: maxPain(plain, chain.spot)?.strike ?? null };
    });
    const totals = totalsOf(interest);
    const quote = market.quote(symbol);
    const running = now < (sessionOf(istDay(now), true)?.optionsClose ?? now) && now >= (sessionOf(istDay(now), true)?.open ?? now);
    const place = subjectCode(symbol, expiry);
    const { middle, shown } = chainWindow(analysis.rows, analysis.atm, this.#middles.get(place));
    this.#middles.set(place, middle);
    const insight: OptionsInsight = {
      symbol,
      name: listing?.name ?? symbol,
      spot: chain.spot,
      change_pct: market.can.quotes ? (quote?.change_pct ?? null) : null,
      lot: chain.lot ?? listing?.lot_size ?? null,
      expiry,
      expiries: expiries.map((day) => ({ day, sessions_left: sessionsLeft(now, day) })),
      term,
      forward: { value: round(analysis.forward, 2)!, from: analysis.forwardFrom },
      years: analysis.years,
      rate: RATE,
      atm: analysis.atm,
      figures: chainFigures({
        chain,
        analysis,
        interest,
        shown: shown.length,
        history: ivHistory.map((row) => row.iv),
        opening: intraday[0]?.max_pain ?? null,
        vix,
      }),
      rows: shown.map(({ strike, ce, pe }) => ({ strike, ce: cellOf(ce), pe: cellOf(pe) })),
      strikes: { all: chain.rows.length, shown: shown.length, at: strikesAt(symbol, asked) },
      totals,
      intraday,
      iv_history: ivHistory.slice(-60),
      future: chain.future && {
        expiry: chain.future.expiry,
        last: chain.future.last,
        basis: round(chain.future.last - chain.spot, 2)!,
        figures: futureFigures(chain.future, chain.spot),
      },
      quality: chain.quality,
      state: analysis.years <= 0 ? 'expired' : running && market.can.quotes ? 'open' : 'closed',
      stale: !market.fresh(),
      as_of: chain.at.toISOString(),
      source: chain.source.id,
      prices_from: chain.source,
      methods: [CHAIN_METHOD, 'black-76', 'nse-10', VOLATILITY_INDEX_METHOD],
      risk: FNO_RISK,
      disclaimer: DISCLAIMER,
    };
    this.#interest.set(insight, interest);
    return insight;
  }

  async #term(symbol: string, expiries: readonly string[], now: Date, known: { expiry: string; analysis: ChainAnalysis }): Promise<OptionsInsight['term']> {
    const term: OptionsInsight['term'] = [];
    for (const expiry of expiries.slice(0, 5)) {
      const chain = expiry === known.expiry ? null : await this.#parts.market.options.chain(symbol, expiry, now);
      const iv = expiry === known.expiry ? known.analysis.atmIv : chain && analyse(chain).atmIv;
      term.push({ expiry, iv: iv === null ? null : round(100 * iv, 3) });
    }
    return term;
  }

  /** Once a day, after options have closed (later than shares do). */
  async recordWhenClosed(): Promise<void> {
    const now = this.#parts.market.now();
    const session = sessionOf(istDay(now), true);
    if (!session || now < session.optionsClose || this.#recordedFor === session.day) return;
    await this.recordClosings();
    this.#recordedFor = session.day;
  }

  /** Writes the closing figures that are missing: of the last completed session in full, of a year back the volatility where the feed knows it. */
  async recordClosings(): Promise<number> {
    const { market, history } = this.#parts;
    const now = market.now();
    const today = istDay(now);
    const session = sessionOf(today, true);
    const past = tradingDays(addDays(today, -YEAR_DAYS), addDays(today, -1)).slice(-YEAR_SESSIONS);
    let written = 0;
    const onFile = await history.days(past[0] ?? today);
    for (const symbol of await market.options.underlyings()) {
      const known = onFile.get(symbol) ?? new Set();
      const missing = past.filter((day) => !known.has(day));
      const rows: OptionClosing[] = (await market.options.closingVolatilities(symbol, missing)).map(({ day, iv }) => ({
        symbol,
        day,
        atm_iv: 100 * iv,
        pcr: null,
        max_pain: null,
        ce_oi: null,
        pe_oi: null,
      }));
      if (session && now >= session.optionsClose && !known.has(today)) rows.push(...(await this.#closing(symbol, today)));
      await history.write(rows, CHAIN_METHOD);
      written += rows.length;
    }
    return written;
  }

  async #closing(symbol: string, day: string): Promise<OptionClosing[]> {
    const { market } = this.#parts;
    const now = market.now();
    const expiry = (await market.options.expiries(symbol, now)).find((candidate) => sessionsLeft(now, candidate) > 0);
    const chain = expiry ? await market.options.chain(symbol, expiry, now) : null;
    if (!chain || istDay(chain.at) !== day) return [];
    const { atmIv } = analyse(chain);
    if (atmIv === null) return [];
    const interest = chain.rows.map((row): StrikeInterest => ({ strike: row.strike, ce: interestOf(row.ce), pe: interestOf(row.pe) }));
    const { ce_oi, pe_oi } = totalsOf(interest);
    return [{ symbol, day, atm_iv: 100 * atmIv, pcr: putCallRatio(interest, 'oi'), max_pain: maxPain(interest, chain.spot)?.strike ?? null, ce_oi, pe_oi }];
  }
}

/** With the expiry only where one was asked for: the answer there is then of the same moment, as long as it is kept. */
const strikesAt = (symbol: string, expiry: string | undefined): string =>
  readStrikeInterest.path.replace(':indice', encodeURIComponent(symbol)) + (expiry === undefined ? '' : `?expiry=${expiry}`);

type Quote = OptionChain['rows'][number]['ce'];
const interestOf = (quote: Quote): StrikeInterest['ce'] => quote && { oi: quote.oi, oi_change: quote.oi - quote.prev_oi, volume: quote.volume };

function totalsOf(rows: readonly StrikeInterest[]): OptionsInsight['totals'] {
  const sum = (side: 'ce' | 'pe', measure: 'oi' | 'volume'): number => rows.reduce((total, row) => total + (row[side]?.[measure] ?? 0), 0);
  return { ce_oi: sum('ce', 'oi'), pe_oi: sum('pe', 'oi'), ce_volume: sum('ce', 'volume'), pe_volume: sum('pe', 'volume') };
}

function cellOf(option: AnalysedOption | null): OptionCell | null {
  if (!option) return null;
  const { quote, iv, ivNote, ivNse, greeks } = option;
  const change = quote.last === null || !quote.prev_close ? null : 100 * (quote.last / quote.prev_close - 1);
  const interest = quote.prev_oi === 0 ? null : 100 * (quote.oi / quote.prev_oi - 1);
  return {
    last: quote.last,
    change_pct: round(change, 2),
    bid: quote.bid,
    ask: quote.ask,
    volume: quote.volume,
    oi: quote.oi,
    oi_change: quote.oi - quote.prev_oi,
    iv: iv === null ? null : round(100 * iv, 2),
    iv_note: ivNote,
    iv_nse: ivNse === null ? null : round(100 * ivNse, 2),
    delta: round(greeks?.delta ?? null, 3),
    gamma: round(greeks?.gamma ?? null, 6),
    theta: round(greeks?.theta ?? null, 2),
    vega: round(greeks?.vega ?? null, 2),
    build_up: buildUp(change, interest),
  };
}

function round<T extends number | null>(value: T, decimals: number): T {
  return (value === null ? null : Math.round(value * 10 ** decimals) / 10 ** decimals) as T;
}
