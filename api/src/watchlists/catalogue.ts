import type { Segment, WatchItem } from '@vimarsh/shared/contract/watchlists/types.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { optionExchange } from '@vimarsh/shared/domain/options/option-exchange.ts';
import { sessionsLeft } from '@vimarsh/shared/domain/options/option-time.ts';
import { type Contract, readContract, readMonthContract, readWatchedCode, writeContract } from '@vimarsh/shared/domain/watchlists/codes.ts';
import { stockFinder } from '@vimarsh/shared/domain/watchlists/find-stock.ts';
import type { CsvRow } from '@vimarsh/shared/domain/watchlists/read-csv.ts';
import { bySize, ISSUERS, isMonthlyExpiry, type Market, type OptionMarket, ownSymbol } from '../market/index.ts';

const DAY_MS = 86_400_000;
/** Stocks a new person may begin with. */
const STARTERS = 10;

/** What may stand in lists, and what it is called. */
export class Catalogue {
  readonly #market: Market & { readonly options: OptionMarket };

  constructor(market: Market & { readonly options: OptionMarket }) {
    this.#market = market;
  }

  /** Which of these codes may be added: stocks that are listed, contracts of a chain there is now. */
  async known(segment: Segment, codes: readonly string[]): Promise<ReadonlySet<string>> {
    return new Set(segment === 'equity' ? codes.filter((code) => this.#isStock(code)) : await this.#quoted(codes));
  }

  /** Codes as lists hold them: a stock under the symbol it has here, a contract in one spelling. What can be nothing stays for `known` to leave out. */
  async spelled(segment: Segment, items: readonly string[]): Promise<string[]> {
    if (segment === 'options') return (await this.#contractCodes(items)).map((code, at) => code || items[at]!);
    return items.map((item) => ownSymbol(this.#market, readWatchedCode(segment, item) || item));
  }

  /** The code that each row of a file means, in their order; '' for none. */
  async codesOf(segment: Segment, rows: readonly CsvRow[]): Promise<string[]> {
    if (segment === 'options') return this.#contractCodes(rows.map(({ written }) => written));
    const stocks = this.#market.instruments().filter(({ kind }) => kind === 'equity');
    const find = stockFinder({ stocks, issuers: ISSUERS, former: Object.fromEntries(this.#market.otherNames()) });
    // A stock that left the market may stand in the list all the same.
    return rows.map(({ names, written }) => names.map(find).find(Boolean) ?? readWatchedCode(segment, written));
  }

  /** How a list shows what it holds; contracts whose last day is over apart, the latest first. */
  itemsOf(segment: Segment, codes: readonly string[]): { items: WatchItem[]; archived: WatchItem[] } {
    const items = codes.map((code) => this.itemOf(segment, code));
    const isOver = ({ contract }: WatchItem): boolean => contract !== null && sessionsLeft(this.#market.now(), contract.expiry) === 0;
    return {
      items: items.filter((item) => !isOver(item)),
      archived: items.filter(isOver).toSorted((a, b) => (a.contract!.expiry < b.contract!.expiry ? 1 : -1)),
    };
  }

  itemOf(segment: Segment, code: string): WatchItem {
    const contract = segment === 'options' ? readContract(code) : null;
    const symbol = contract?.underlying ?? code;
    const listing = this.#market.instrument(symbol);
    return {
      code,
      symbol,
      name: listing?.name ?? '',
      state: listing?.status ?? 'unknown',
      contract: contract && {
        expiry: contract.expiry,
        strike: contract.strike,
        type: contract.type,
        days_left: Math.max(0, (Date.parse(contract.expiry) - Date.parse(istDay(this.#market.now()))) / DAY_MS),
      },
    };
  }

  /** The largest companies that have a price, the largest first. */
  starter(most: number): WatchItem[] {
    return this.#market
      .instruments()
      .filter(({ kind, status, symbol }) => kind === 'equity' && status === 'active' && this.#market.quote(symbol) !== null)
      .toSorted(bySize)
      .slice(0, Math.min(STARTERS, most))
      .map(({ symbol }) => this.itemOf('equity', symbol));
  }

  #isStock(code: string): boolean {
    const listing = this.#market.instrument(code);
    return listing?.kind === 'equity' && listing.status !== 'delisted';
  }

  /** The code of each contract. One without its day is that of the month’s last expiry, unless its signs read as a whole date name one that is listed. */
  async #contractCodes(items: readonly string[]): Promise<string[]> {
    const readings = await Promise.all(
      items.map(async (item) => {
        const [whole, ofMonth] = [readWatchedCode('options', item), readMonthContract(item)];
        return { whole, ofMonth: ofMonth ? await this.#monthlyCode(ofMonth) : '' };
      }),
    );
    const doubtful = readings.flatMap(({ whole, ofMonth }) => (whole && ofMonth ? [whole, ofMonth] : []));
    const listed = new Set(await this.#quoted(doubtful));
    return readings.map(({ whole, ofMonth }) => {
      if (!whole || !ofMonth) return whole || ofMonth;
      // Where both are listed, neither may pass for the other.
      if (listed.has(whole) && listed.has(ofMonth)) return '';
      return listed.has(ofMonth) ? ofMonth : whole;
    });
  }

  /** '' where the month’s last expiry is not listed. */
  async #monthlyCode(contract: Contract): Promise<string> {
    const exchange = optionExchange(contract.underlying) === 'BFO' ? 'BSE' : 'NSE';
    const expiries = await this.#market.options.expiries(contract.underlying, this.#market.now());
    const expiry = expiries.find((day) => day.startsWith(contract.expiry) && isMonthlyExpiry(day, exchange));
    return expiry ? writeContract({ ...contract, expiry }) : '';
  }

  /** One look at each chain, however many of its contracts are asked for. */
  async #quoted(codes: readonly string[]): Promise<string[]> {
    const contracts = codes.flatMap((code) => {
      const contract = readContract(code);
      return contract ? [{ code, contract }] : [];
    });
    const chains = Map.groupBy(contracts, ({ contract: { underlying, expiry } }) => `${underlying} ${expiry}`);
    const found = [...chains.values()].map(async (asked) => {
      const { underlying, expiry } = asked[0]!.contract;
      if (sessionsLeft(this.#market.now(), expiry) === 0) return [];
      const chain = await this.#market.options.chain(underlying, expiry, this.#market.now());
      const has = ({ strike, type }: Contract): boolean => {
        const row = chain?.rows.find((each) => each.strike === strike);
        return (type === 'CE' ? row?.ce : row?.pe) != null;
      };
      return asked.filter(({ contract }) => has(contract)).map(({ code }) => code);
    });
    return (await Promise.all(found)).flat();
  }
}
