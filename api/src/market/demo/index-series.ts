import { INDEX_TICK, snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { type CorporateAction, isShareChange, type ShareChange } from '../instruments/actions/corporate-action.ts';
import { type Index, STOCKS } from '../instruments/listed.ts';
import type { DayBar } from '../market.ts';

/** How much of the members' own highs and lows an index reaches: they don't peak together. */
const COINCIDENCE = 0.55;

interface Member {
  readonly symbol: string;
  /** Index points per rupee of the price, on today's share count. */
  points: number;
  lastClose: number;
}

/** An index: the weighted sum of its members, fixed so that the epoch closes at the index's level. */
export class IndexSeries {
  readonly bars: DayBar[] = [];
  readonly #index: Index;
  readonly #actions: readonly ShareChange[];
  #members: Member[] = [];

  constructor(index: Index, actions: readonly CorporateAction[]) {
    this.#index = index;
    this.#actions = actions.filter(isShareChange);
  }

  /** Sums up days in order, the first call from the first day on to the epoch: `of` reads a member's day. */
  add(days: readonly string[], firstAt: number, of: (symbol: string, at: number) => DayBar | null): void {
    if (this.#members.length === 0) this.#weigh(days, of);
    for (let at = firstAt; at < days.length; at++) this.#addDay(days[at]!, at, of);
  }

  #weigh(days: readonly string[], of: (symbol: string, at: number) => DayBar | null): void {
    const members = STOCKS.filter(this.#index.holds);
    const total = members.reduce((sum, stock) => sum + stock.marketCap, 0);
    this.#members = members.map((stock) => {
      let shares = 1;
      for (const action of this.#actions) if (action.symbol === stock.symbol) shares *= action.ratio;
      const close = of(stock.symbol, days.length - 1)?.c ?? stock.price;
      // Points at the epoch, taken back to the share count of the first day.
      return { symbol: stock.symbol, points: (this.#index.level * stock.marketCap) / total / close / shares, lastClose: 0 };
    });
  }

  #addDay(day: string, at: number, of: (symbol: string, at: number) => DayBar | null): void {
    let [o, h, l, c, v] = [0, 0, 0, 0, 0];
    for (const member of this.#members) {
      for (const action of this.#actions) if (action.symbol === member.symbol && action.day === day) member.points *= action.ratio;
      const bar = of(member.symbol, at);
      const still = member.lastClose;
      o += member.points * (bar?.o ?? still);
      h += member.points * (bar?.h ?? still);
      l += member.points * (bar?.l ?? still);
      c += member.points * (bar?.c ?? still);
      v += bar?.v ?? 0;
      if (bar) member.lastClose = bar.c;
    }
    const place = (value: number): number => snapToTick(value, INDEX_TICK);
    const open = place(o);
    const close = place(c);
    const top = Math.max(o, c);
    const bottom = Math.min(o, c);
    this.bars.push({
      day,
      o: open,
      h: Math.max(open, close, place(top + COINCIDENCE * (h - top))),
      l: Math.min(open, close, place(bottom - COINCIDENCE * (bottom - l))),
      c: close,
      v,
      prev_close: this.bars.at(-1)?.c ?? open,
    });
  }
}
