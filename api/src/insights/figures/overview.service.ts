import type { MarketsOverview, Mover } from '@vimarsh/shared/contract/markets-overview/types.ts';
import { addDays, closingLabel, holidaysAfter, lastAnnouncedYear } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Market, OptionMarket } from '../../market/index.ts';
import { actionText } from './action-text.ts';
import { lastYear, YEAR_DAYS } from './adjusted-sessions.ts';
import { breadthOf, type CountingStock, countingStocks } from './counting-stocks.ts';
import { KeptInsights } from './kept-insights.ts';
import type { OptionsService } from './options.service.ts';
import { meanVolume, volumeTimes } from './usual-volume.ts';

const LENGTH = 10;
const SHOCK = 2;
const INDEX = 'NIFTY';
const GLANCE = ['atm_iv', 'iv_rank', 'india_vix', 'pcr', 'max_pain'];
/** Days of corporate actions looked back and ahead. */
const ACTION_DAYS = 120;

export interface OverviewParts {
  readonly market: Market & { readonly options: OptionMarket };
  readonly options: Pick<OptionsService, 'of'>;
}

interface Row extends Mover {
  readonly sector: string;
  /** At or beyond the extreme of the 52 weeks before; 0 when neither, or the history is shorter. */
  readonly extreme: -1 | 0 | 1;
}

/** The market at a glance, from the quotes and sessions of every listed stock. */
export class OverviewService {
  readonly #parts: OverviewParts;
  readonly #kept = new KeptInsights(() => this.#compute());
  #past: { day: string; of: Map<string, { usual: number | null; high: number | null; low: number | null }> } = { day: '', of: new Map() };

  constructor(parts: OverviewParts) {
    this.#parts = parts;
  }

  of(): Promise<MarketsOverview> {
    return this.#kept.of('');
  }

  async #compute(): Promise<MarketsOverview> {
    const { market } = this.#parts;
    const clock = market.clock();
    const { as_of, day, stocks } = countingStocks(market);
    const rows = await Promise.all(stocks.map((stock) => this.#row(stock, day)));
    const top = (by: (row: Row) => number, wanted: (row: Row) => boolean): Mover[] =>
      rows
        .filter(wanted)
        .toSorted((a, b) => by(b) - by(a))
        .slice(0, LENGTH);
    const today = clock.trading_date;
    return {
      indices: market.instruments().flatMap(({ kind, symbol, name }) => {
        const quote = kind === 'index' ? market.quote(symbol) : null;
        if (!quote || quote.change === null || quote.change_pct === null) return [];
        return [{ symbol, name, ltp: quote.ltp, change: quote.change, change_pct: quote.change_pct }];
      }),
      breadth: breadthOf(stocks.map(({ quote }) => quote.change)),
      gainers: top(
        (row) => row.change_pct,
        (row) => row.change_pct > 0,
      ),
      losers: top(
        (row) => -row.change_pct,
        (row) => row.change_pct < 0,
      ),
      active: top(
        (row) => row.turnover,
        (row) => row.turnover > 0,
      ),
      shockers: top(
        (row) => row.volume_ratio ?? 0,
        (row) => (row.volume_ratio ?? 0) >= SHOCK,
      ),
      highs: top(
        (row) => row.change_pct,
        (row) => row.extreme === 1,
      ),
      lows: top(
        (row) => -row.change_pct,
        (row) => row.extreme === -1,
      ),
      sectors: sectorsOf(rows),
      options: await this.#glance(),
      expiries: await this.#expiries(),
      holidays: holidaysAfter(today, 5),
      holidays_announced: lastAnnouncedYear(),
      actions: market
        .actions()
        .filter((action) => action.day >= addDays(today, -ACTION_DAYS) && action.day <= addDays(today, ACTION_DAYS))
        .toSorted((a, b) => b.day.localeCompare(a.day))
        .map((action) => ({ day: action.day, symbol: action.symbol, text: actionText(action) })),
      label: closingLabel(new Date(clock.now)),
      as_of,
      phase: clock.phase,
      stale: clock.stale,
      source: clock.source,
      prices_from: clock.prices_from,
    };
  }

  async #row({ listing, quote }: CountingStock, day: string): Promise<Row> {
    // Of the moment of the quote, not of when the year is read.
    const tradedShare = this.#parts.market.tradedShare(listing.symbol);
    const { usual, high, low } = await this.#yearBefore(listing.symbol, day);
    const times = volumeTimes(quote.volume, usual, tradedShare);
    const extreme = high !== null && quote.ltp >= high ? 1 : low !== null && quote.ltp <= low ? -1 : 0;
    return {
      symbol: listing.symbol,
      name: listing.name,
      sector: listing.sector,
      ltp: quote.ltp,
      change_pct: quote.change_pct,
      volume: quote.volume,
      turnover: Math.round(quote.volume * quote.ltp),
      volume_ratio: times === null ? null : Math.round(100 * times) / 100,
      extreme,
    };
  }

  /** What the sessions before a day were like, read once a day. */
  async #yearBefore(symbol: string, day: string): Promise<{ usual: number | null; high: number | null; low: number | null }> {
    if (this.#past.day !== day) this.#past = { day, of: new Map() };
    const { of } = this.#past;
    const known = of.get(symbol);
    if (known) return known;
    const { market } = this.#parts;
    const bars = await market.adjusted(symbol, addDays(day, -YEAR_DAYS), addDays(day, -1), day);
    const year = lastYear(bars, day) ?? [];
    const found = {
      usual: meanVolume(bars),
      high: year.length > 0 ? Math.max(...year.map((bar) => bar.h)) : null,
      low: year.length > 0 ? Math.min(...year.map((bar) => bar.l)) : null,
    };
    of.set(symbol, found);
    return found;
  }

  /** The index's option figures; a feed without options has none. */
  async #glance(): Promise<MarketsOverview['options']> {
    const { options, market } = this.#parts;
    if ((await market.options.expiries(INDEX, market.now())).length === 0) return [];
    const insight = await options.of(INDEX);
    return insight.figures.filter((figure) => GLANCE.includes(figure.key));
  }

  async #expiries(): Promise<MarketsOverview['expiries']> {
    const { market } = this.#parts;
    const byDay = new Map<string, string[]>();
    for (const symbol of await market.options.underlyings())
      for (const day of await market.options.expiries(symbol, market.now())) byDay.set(day, [...(byDay.get(day) ?? []), symbol]);
    return [...byDay].map(([day, symbols]) => ({ day, symbols })).toSorted((a, b) => a.day.localeCompare(b.day));
  }
}

function sectorsOf(rows: readonly Row[]): MarketsOverview['sectors'] {
  const sectors = Map.groupBy(rows, (row) => row.sector);
  return [...sectors]
    .map(([sector, members]) => ({
      sector,
      stocks: members.length,
      change_pct: Math.round((100 * members.reduce((sum, row) => sum + row.change_pct, 0)) / members.length) / 100,
    }))
    .toSorted((a, b) => b.change_pct - a.change_pct);
}
