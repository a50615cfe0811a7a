import type { LevelCondition } from '@vimarsh/shared/contract/alerts/types.ts';
import { RelativeStrength } from '@vimarsh/shared/domain/insights/relative-strength.ts';
import { HISTORY_START } from '@vimarsh/shared/domain/insights/smoothing.ts';
import { addDays, istDay, sessionOf } from '@vimarsh/shared/domain/market/calendar.ts';
import type { Market, OptionChain, OptionMarket } from '../market/index.ts';

export type AlertMarket = Market & { readonly options: OptionMarket };

/** ₹ or points against a base, %. */
const moved = (value: number, base: number): number => (100 * (value - base)) / base;

/** The figures that alerts wait on. What a day's session is compared with is read once a day. */
export class AlertFigures {
  readonly #market: AlertMarket;
  readonly #bases = new Map<string, number | null>();
  readonly #runs = new Map<string, RelativeStrength>();

  constructor(market: AlertMarket) {
    this.#market = market;
  }

  /** Forgets days that nobody asks for any more, or that came in late. */
  forget(): void {
    this.#bases.clear();
    this.#runs.clear();
  }

  /** The figure as it stands for the next that happens; null where there is none. */
  async now(condition: LevelCondition): Promise<number | null> {
    const { kind, symbol } = condition;
    const now = this.#market.now();
    const quote = this.#market.quote(symbol);
    if (!quote) return null;
    const day = istDay(new Date(quote.ts));
    if (kind === 'price') return quote.ltp;
    if (kind === 'rsi') return this.rsi(symbol, day, quote.ltp);
    // A session that is over is the base of the next, which has not moved yet.
    const session = sessionOf(day, kind === 'oi' || this.#market.instrument(symbol)?.fno === true);
    const over = !session || now >= (kind === 'oi' ? session.optionsClose : session.close);
    if (kind === 'percent') return over ? 0 : this.percent(symbol, day, quote.ltp);
    const figure = await this.interest(condition, now);
    return figure === null || !over ? figure : 0;
  }

  /** How far a price stands from the close before an IST day, %; null where nobody knows why it stepped on that day. */
  async percent(symbol: string, day: string, price: number): Promise<number | null> {
    if (this.#market.unexplainedStep(symbol, day) === day) return null;
    const base = await this.#base(symbol, day);
    return base === null ? null : moved(price, base);
  }

  /** The RSI of 14 sessions when the session of a day stands at a price. */
  async rsi(symbol: string, day: string, price: number): Promise<number | null> {
    return (await this.#strengthBefore(symbol, day)).at(price);
  }

  /** Open interest of a contract, or of all options of the nearest expiry, against the previous close's, %. `chains` keeps those of one moment. */
  async interest({ symbol, ...rest }: LevelCondition, at: Date, chains: Map<string, OptionChain | null> = new Map()): Promise<number | null> {
    const contract = 'contract' in rest ? rest.contract : null;
    const expiry = contract?.expiry ?? (await this.#market.options.expiries(symbol, at))[0];
    if (expiry === undefined) return null;
    let chain = chains.get(expiry);
    if (chain === undefined) {
      chain = await this.#market.options.chain(symbol, expiry, at);
      chains.set(expiry, chain);
    }
    if (!chain) return null;
    const cells = contract
      ? chain.rows.filter(({ strike }) => strike === contract.strike).map(({ ce, pe }) => (contract.type === 'CE' ? ce : pe))
      : chain.rows.flatMap(({ ce, pe }) => [ce, pe]);
    let [oi, before] = [0, 0];
    for (const cell of cells) {
      oi += cell?.oi ?? 0;
      before += cell?.prev_oi ?? 0;
    }
    return before > 0 ? moved(oi, before) : null;
  }

  async #base(symbol: string, day: string): Promise<number | null> {
    const key = `${symbol} ${day}`;
    let base = this.#bases.get(key);
    if (base === undefined) {
      const quote = this.#market.quote(symbol);
      const running = quote && istDay(new Date(quote.ts)) === day ? quote : (await this.#market.dayBars(symbol, day, day))[0];
      base = running && running.prev_close > 0 ? running.prev_close : null;
      if (base !== null) this.#bases.set(key, base);
    }
    return base;
  }

  /** RSI over every close before a day, on that day's share count, as the stock's page computes it. */
  async #strengthBefore(symbol: string, day: string): Promise<RelativeStrength> {
    const key = `${symbol} ${day}`;
    const known = this.#runs.get(key);
    if (known) return known;
    const past = await this.#market.adjusted(symbol, HISTORY_START, addDays(day, -1), day);
    const strength = new RelativeStrength();
    for (const { c } of past) strength.push(c);
    this.#runs.set(key, strength);
    return strength;
  }
}
