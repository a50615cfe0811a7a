import { type CompanyRename, type DatedCompany, isSameCompany, renamesIn } from './company-names.ts';
import type { ShareIdentity } from './follow-share.ts';
import { NO_SECTOR, sectorOf } from './industries.ts';
import type { NameChange, ShareFact } from './instrument-lists.ts';
import type { DatedFact, KnownInstruments } from './known-instruments.ts';
import { type CarriedSymbol, indexChanges, symbolHistory, symbolOn } from './symbol-history.ts';

/** A share as it is known at a release, before any list is imported. */
export interface BaseShare {
  readonly symbol: string;
  readonly name: string;
  readonly sector: string;
  /** Null where no list tells it. */
  readonly cap: 'large' | 'mid' | 'small' | null;
  /** The lot of today; null where it has no contracts. */
  readonly lot: number | null;
  /** % either side of the last close. */
  readonly band: number;
  /** ₹ crore; 0 where it is not known. */
  readonly marketCap: number;
}

/** A share on one day. */
export interface ListedShare extends BaseShare {
  /** The symbol that the exchange’s files, and a broker’s list, have it under on the day. */
  readonly tradedAs: string;
  /** Whether it has contracts; `lot` is null, too, where nothing tells the lot of the day. */
  readonly fno: boolean;
  /** '' while no list and no file names it. */
  readonly isin: string;
  readonly series: string;
  /** ₹; null where no list of the last weeks names it. */
  readonly tick: number | null;
}

/** That a share is not traded any more, or not for now, as the exchange says. */
export interface ShareStanding {
  readonly status: 'suspended' | 'delisted';
  /** IST day from which on it is said. */
  readonly from: string;
  readonly why: string;
}

interface Share {
  readonly symbol: string;
  readonly base: BaseShare | null;
  readonly isins: readonly string[];
  readonly facts: readonly DatedFact[];
  readonly history: readonly CarriedSymbol[];
  /** Names of the company as the exchange's files of the day write it, in order. */
  readonly companies: readonly DatedCompany[];
  /** The company's renames by lists, and those that only the files show, in order. */
  readonly renames: readonly CompanyRename[];
}

/** A tick is set anew each month. */
const TICK_DAYS = 31;
const DAY_MS = 86_400_000;
/** Bands, %: of a share of which no list names one, and of one without a fixed band, whose contracts are traded. */
const USUAL_BAND = 20;
const SURVEILLANCE_BAND = 5;
const MOVING_BAND = 10;
const UNDER_SURVEILLANCE = ['BE', 'BZ', 'ST', 'SZ'];

/** The shares there are, by what was known at a release and what imported lists say, on any day. */
export class ShareDirectory {
  readonly #known: KnownInstruments;
  readonly #shares: ReadonlyMap<string, Share>;
  /** Shares by each symbol that they ever carried. */
  readonly #carriers: ReadonlyMap<string, readonly Share[]>;

  constructor(known: KnownInstruments, base: readonly BaseShare[]) {
    this.#known = known;
    const changes = indexChanges(known.symbolChanges);
    const isins = Map.groupBy(known.isins.keys(), (isin) => known.isins.get(isin)!);
    const byIsin = Map.groupBy(
      known.facts.filter(({ isin }) => isin !== null && known.isins.has(isin)),
      ({ isin }) => known.isins.get(isin!)!,
    );
    const bases = new Map(base.map((share) => [share.symbol, share]));
    const without = [...new Set([...bases.keys(), ...known.shares])].map((symbol): Share => {
      const facts = inOrder(byIsin.get(symbol) ?? []);
      const listed = facts.find(({ listed_from }) => listed_from !== null)?.listed_from ?? '';
      const first = facts[0];
      return {
        symbol,
        base: bases.get(symbol) ?? null,
        isins: isins.get(symbol) ?? [],
        facts,
        history: withSaid(symbolHistory(first?.symbol ?? symbol, first?.day ?? null, changes, listed), facts),
        ...{ companies: [], renames: [] },
      };
    });
    this.#carriers = carriersOf(without);
    // A line without an ISIN belongs to the share that carried the symbol on its day.
    const bySymbol = Map.groupBy(
      known.facts.filter(({ isin }) => isin === null),
      ({ symbol, day }) => this.carrier(symbol, day) ?? '',
    );
    const byCompany = Map.groupBy(known.companies, ({ isin, symbol, day }) => known.isins.get(isin) ?? this.carrier(symbol, day) ?? '');
    const nameChanges = Map.groupBy(known.nameChanges, ({ symbol }) => symbol);
    this.#shares = new Map(
      without.map((share): [string, Share] => {
        const facts = inOrder([...share.facts, ...(bySymbol.get(share.symbol) ?? [])]);
        const companies = byCompany.get(share.symbol) ?? [];
        const symbols = [...new Set(share.history.map(({ symbol }) => symbol))];
        const listed = symbols.flatMap((symbol) => nameChanges.get(symbol) ?? []);
        return [share.symbol, { ...share, facts, companies, renames: allRenames(listed, companies) }];
      }),
    );
    this.#carriers = carriersOf([...this.#shares.values()]);
  }

  /** All shares, those known at the release first. */
  symbols(): string[] {
    return [...this.#shares.keys()];
  }

  /** The share that carried a symbol on an IST day; where several did, the one that took it last. */
  carrier(symbol: string, day: string): string | null {
    const carriers = (this.#carriers.get(symbol) ?? []).filter(({ history }) => symbolOn(history, day) === symbol);
    return carriers.length === 1 ? carriers[0]!.symbol : (carriers.find((share) => share.symbol === symbol)?.symbol ?? null);
  }

  /** How to find a share in the days' files; null where nothing but its symbol is known. */
  identity(symbol: string): ShareIdentity | null {
    const share = this.#shares.get(symbol);
    if (!share || (share.isins.length === 0 && share.history.length === 1 && share.history[0]!.symbol === symbol)) return null;
    return {
      isins: share.isins,
      symbols: [...new Set([symbol, ...share.history.map((each) => each.symbol)])],
      carried: (day) => symbolOn(share.history, day),
      isOthers: (isin) => (this.#known.isins.get(isin) ?? symbol) !== symbol,
    };
  }

  /** Other symbols of shares by an IST day: those it carried before, and the one it carries. */
  otherNames(): { readonly name: string; readonly symbol: string; readonly from: string }[] {
    const listed = new Set(this.#shares.keys());
    return [...this.#shares.values()].flatMap(({ symbol, history, facts }) => {
      // A name of before is known from the first day on; one that it takes, from that day.
      const own = history.findIndex((each) => each.symbol === symbol);
      const named = history.map((each, at) => ({ name: each.symbol, symbol, from: at < own ? '' : each.from }));
      const said = facts.map((fact) => ({ name: fact.symbol, symbol, from: fact.day }));
      return [...Map.groupBy([...named, ...said], ({ name }) => name).values()].flatMap(([first]) => (listed.has(first!.name) ? [] : [first!]));
    });
  }

  /** Names that companies had before, with the day on which they took another. */
  formerNames(): { readonly name: string; readonly symbol: string; readonly from: string }[] {
    return [...this.#shares.values()].flatMap(({ symbol, renames }) =>
      renames.flatMap(({ day, old_name }) => (old_name === '' ? [] : [{ name: companyName(old_name), symbol, from: day }])),
    );
  }

  /** A share on an IST day; null where there is none. */
  on(symbol: string, day: string): ListedShare | null {
    const share = this.#shares.get(symbol);
    if (!share) return null;
    const { base, facts, history } = share;
    const said = <K extends keyof ShareFact | 'cap'>(key: K): DatedFact | undefined => factOn(facts, key, day);
    const name = nameOn(share, day);
    const industry = said('industry')?.industry;
    const series = said('series')?.series ?? 'EQ';
    const listedLot = this.#listedLot([symbol, symbolOn(history, day)], day);
    const lot = listedLot ? listedLot.lot : baseLotOn(base, day);
    const tick = said('tick');
    return {
      symbol,
      tradedAs: symbolOn(history, day),
      name,
      isin: said('isin')?.isin ?? share.isins[0] ?? '',
      series,
      sector: industry ? sectorOf(industry, name) : (base?.sector ?? NO_SECTOR),
      cap: said('cap')?.cap ?? base?.cap ?? null,
      lot,
      fno: (listedLot ?? base)?.lot != null,
      band: bandOf(said('band')?.band ?? null, base, series),
      marketCap: base?.marketCap ?? 0,
      tick: tick && Math.abs(Date.parse(day) - Date.parse(tick.day)) <= TICK_DAYS * DAY_MS ? tick.tick : null,
    };
  }

  /** Why a share cannot be traded on an IST day by the exchange's lists; null where no list says so. */
  standing(symbol: string, day: string): ShareStanding | null {
    const facts = this.#shares.get(symbol)?.facts ?? [];
    const last = facts.findLast((fact) => fact.status !== null && (fact.ended_on ?? fact.day) <= day && fact.day <= (fact.ended_on ? '9' : day));
    if (!last || last.status === 'active' || last.status === null) return null;
    return { status: last.status, from: last.ended_on ?? last.day, why: last.why ?? 'the exchange’s list' };
  }

  /** Shares to a contract of an index that expires next, as lists say; null where none does. */
  indexLot(symbol: string, day: string): number | null {
    return this.#listedLot([symbol], day)?.lot ?? null;
  }

  /** The lot by the latest list that has the month; `lot` null where that names no contracts of it. Null where no list has the month. */
  #listedLot(symbols: readonly string[], day: string): { readonly lot: number | null } | null {
    const month = day.slice(0, 7);
    const list = this.#known.lots.findLast(({ months }) => months[0]! <= month);
    if (!list) return null;
    // Lists have the next months and then some of a year: between them a lot stays.
    const row = list.rows.findLast((each) => symbols.includes(each.symbol) && each.month <= month) ?? list.rows.find((each) => symbols.includes(each.symbol));
    return { lot: row?.lot ?? null };
  }
}

/** The company behind a share on an IST day, by the best name that is known. */
function nameOn({ symbol, base, facts, companies, renames }: Share, day: string): string {
  const listed = factOn(
    facts.filter(({ layout }) => WELL_WRITTEN.includes(layout)),
    'name',
    day,
  );
  const fact = listed ?? factOn(facts, 'name', day);
  const changed = renames.findLast((rename) => rename.day <= day);
  const next = renames.find((rename) => rename.day > day);
  // The list of today names the company as it is called today.
  if (next && (!fact || fact.day >= next.day) && !base) return companyName(next.old_name) || symbol;
  if (changed && (!fact || fact.day < changed.day)) {
    // A release, or a list, may have named it so already, and better written.
    const better = [base?.name, listed?.name].find((name) => name && isSameCompany(name, changed.new_name));
    return companyName(better ?? changed.new_name);
  }
  const written = companies.findLast((company) => company.day <= day) ?? companies[0];
  return base?.name ?? (companyName(fact?.name ?? written?.name ?? '') || symbol);
}

/** Renames that a list names, and those that the files of the day alone show. */
function allRenames(listed: readonly NameChange[], companies: readonly DatedCompany[]): CompanyRename[] {
  const shown = renamesIn(companies).filter(({ new_name }) => !listed.some((change) => isSameCompany(change.new_name, new_name)));
  return [...listed, ...shown].toSorted((one, other) => (one.day < other.day ? -1 : 1));
}

/** Since when the lots hold that were known at the release: those of before were others, by circulars of which there is no row. */
const BASE_LOTS_FROM = '2025-12-31';

const baseLotOn = (base: BaseShare | null, day: string): number | null => (day >= BASE_LOTS_FROM ? (base?.lot ?? null) : null);

/** Lists that write names as people do; others have them in capitals, cut. */
const WELL_WRITTEN: readonly string[] = ['index list', 'securities'];

/** `Reliance Industries Ltd.` as it is called: `Reliance Industries`. */
const companyName = (text: string): string => text.replace(/[\s,]+(?:ltd\.?|limited)$/i, '').trim();

function bandOf(band: number | null, base: BaseShare | null, series: string): number {
  if (band === null) return base?.band ?? (UNDER_SURVEILLANCE.includes(series) ? SURVEILLANCE_BAND : USUAL_BAND);
  return band === 0 ? MOVING_BAND : band;
}

/** The last fact up to a day that says something; before the first, the first: a list of today is all that is known of the past. */
function factOn(facts: readonly DatedFact[], key: keyof ShareFact | 'cap', day: string): DatedFact | undefined {
  const saying = facts.filter((fact) => fact[key] !== null);
  return saying.findLast((fact) => fact.day <= day) ?? saying[0];
}

/** A list that has a share under a symbol that no change led to says that it carries it from then on. */
function withSaid(history: readonly CarriedSymbol[], facts: readonly DatedFact[]): CarriedSymbol[] {
  let whole = [...history];
  for (const { symbol, day } of facts) {
    if (symbolOn(whole, day) === symbol) continue;
    whole = [...whole.filter(({ from }) => from <= day), { symbol, from: day }, ...whole.filter(({ from }) => from > day)];
  }
  return whole;
}

const inOrder = (facts: readonly DatedFact[]): DatedFact[] => facts.toSorted((one, other) => (one.day === other.day ? 0 : one.day < other.day ? -1 : 1));

function carriersOf(shares: readonly Share[]): Map<string, Share[]> {
  const carriers = new Map<string, Share[]>();
  for (const share of shares) {
    for (const symbol of new Set(share.history.map((each) => each.symbol))) {
      const own = carriers.get(symbol);
      if (own) own.push(share);
      else carriers.set(symbol, [share]);
    }
  }
  return carriers;
}
