import { addDays } from '@vimarsh/shared/domain/market/calendar.ts';
import { type Rng, rng, seedOf } from '@vimarsh/shared/domain/market/rng.ts';
import { priceBand, snapToTick, tickOf } from '@vimarsh/shared/domain/market/ticks.ts';
import { type CorporateAction, isShareChange } from '../instruments/actions/corporate-action.ts';
import { sharesFor } from '../instruments/actions/effects.ts';
import { type Stock, statusOn } from '../instruments/listed.ts';
import type { DayBar } from '../market.ts';
import { type Character, characterOf, type MarketDay } from './factors.ts';

/** Room kept inside the price band, so that a rounded price still obeys it. */
const BAND_ROOM = 0.003;
const SHARE_OVERNIGHT = 0.3;
const RESULTS_JUMP = 0.032;

/** What one day does to one stock, before a price level exists. Fractions of the previous close. */
interface Move {
  readonly day: string;
  readonly traded: boolean;
  /** Close over previous close, and open over previous close. */
  readonly total: number;
  readonly overnight: number;
  /** High and low over the open. */
  readonly up: number;
  readonly down: number;
  /** Volume against a usual day. */
  readonly activity: number;
}

/**
 * One stock's days. The walk runs forward without a level; the level is then fixed so that the close of the epoch is the
 * listed price, and each day's prices are put on that day's tick and band.
 */
export class StockSeries {
  readonly bars: (DayBar | null)[] = [];
  readonly #stock: Stock;
  readonly #character: Character;
  readonly #random: Rng;
  readonly #actions: readonly CorporateAction[];
  #level = 1;
  #previousClose = 0;
  #pending: Move[] = [];
  #unit = 0;

  constructor(stock: Stock, seed: number, actions: readonly CorporateAction[]) {
    this.#stock = stock;
    this.#character = characterOf(stock, seed);
    this.#random = rng(seedOf(seed, stock.symbol, 'days'));
    this.#actions = actions.filter((action) => action.symbol === stock.symbol);
  }

  /** Adds a day. Until `anchor` is called, days wait for their price level. */
  add(day: string, factors: MarketDay): void {
    const move = this.#move(day, factors);
    if (this.#unit === 0) this.#pending.push(move);
    else this.bars.push(this.#price(move));
  }

  /** Declares the last added day to be the epoch: its close is the listed price. */
  anchor(): void {
    const end = this.#pending.reduce((level, move) => level * (1 + move.total), 1);
    this.#unit = this.#stock.price / end;
    const first = this.#pending[0];
    if (first) this.#previousClose = snapToTick(this.#unit * this.#shares(first.day), tickOf(this.#unit * this.#shares(first.day), first.day));
    for (const move of this.#pending) this.bars.push(this.#price(move));
    this.#pending = [];
  }

  /** Shares of today for one share at the epoch: before a 1:5 split one old share was worth five. */
  #shares(day: string): number {
    return sharesFor(this.#actions, day);
  }

  #move(day: string, factors: MarketDay): Move {
    const { beta, idiosyncratic, resultsAfter } = this.#character;
    const random = this.#random;
    // The same number of draws every day, whatever happens: a halt must not change the days after it.
    const own = random.normal();
    const night = random.normal();
    const jump = random.normal();
    const [a, b, c, d] = [random.normal(), random.normal(), random.normal(), random.normal()];
    const activity = random.normal();
    if (statusOn(this.#stock.symbol, day) !== 'active' || this.#actions.some((action) => action.type === 'halt' && action.day === day))
      return { day, traded: false, total: 0, overnight: 0, up: 0, down: 0, activity: 0 };

    const results = isResultsDay(day, resultsAfter) ? RESULTS_JUMP * jump : 0;
    const limit = this.#stock.band / 100 - BAND_ROOM;
    const usual = beta * factors.market + factors.sectors[this.#stock.sector] + idiosyncratic * own;
    const total = Math.min(limit, Math.max(-limit, usual + results));
    const overnight = Math.min(limit, Math.max(-limit, SHARE_OVERNIGHT * usual + 0.85 * results + 0.3 * idiosyncratic * night));
    const intraday = (1 + total) / (1 + overnight) - 1;
    const variance = 0.6 * (idiosyncratic * idiosyncratic + beta * beta * factors.volatility * factors.volatility);
    // Highest and lowest point of a Brownian bridge from 0 to `intraday`; a sum of two squared normals is −2·ln of a uniform.
    const up = (intraday + Math.sqrt(intraday * intraday + variance * (a * a + b * b))) / 2;
    const down = (intraday - Math.sqrt(intraday * intraday + variance * (c * c + d * d))) / 2;
    const surprise = Math.abs(total) / idiosyncratic;
    return { day, traded: true, total, overnight, up, down, activity: Math.max(0.35, 1 + 0.28 * activity) * (0.8 + 0.2 * surprise) };
  }

  #price(move: Move): DayBar | null {
    const { day } = move;
    const previousLevel = this.#level;
    this.#level = previousLevel * (1 + move.total);
    if (!move.traded) return null;
    const split = this.#actions.find((action) => action.day === day && isShareChange(action));
    const base = split && isShareChange(split) ? this.#previousClose / split.ratio : this.#previousClose;
    const tick = tickOf(base, day);
    const previous = snapToTick(base, tick);
    const band = priceBand(previous, this.#stock.band, tick);
    const place = (price: number): number => Math.min(band.high, Math.max(band.low, snapToTick(price, tick)));
    const scale = this.#unit * this.#shares(day);
    const openLevel = previousLevel * (1 + move.overnight);
    const o = place(scale * openLevel);
    const c = place(scale * this.#level);
    const h = Math.max(o, c, place(scale * openLevel * (1 + move.up)));
    const l = Math.min(o, c, place(scale * openLevel * (1 + move.down)));
    const usualShares = (this.#stock.marketCap * 1e7 * this.#character.turnover) / this.#stock.price;
    const v = Math.max(1, Math.round((usualShares / this.#shares(day)) * move.activity));
    this.#previousClose = c;
    return { day, o, h, l, c, v, prev_close: previous };
  }
}

/** Results come out once a quarter, a fixed number of days after its end; a day that is no session moves nothing. */
function isResultsDay(day: string, after: number): boolean {
  const year = Number(day.slice(0, 4));
  const key = year * 1000 + after;
  const days = resultsDays.get(key) ?? [`${year - 1}-12-31`, `${year}-03-31`, `${year}-06-30`, `${year}-09-30`].map((end) => addDays(end, after));
  resultsDays.set(key, days);
  return days.includes(day);
}

/** By year and days after the quarter's end: each stock asks for each of its days. */
const resultsDays = new Map<number, readonly string[]>();
