import type { DatedCompany } from './company-names.ts';
import type { FactLayout, MonthLot, NameChange, ShareFact, SymbolChange } from './instrument-lists.ts';

/** A list's line about a share, with the day from which it holds. */
export interface DatedFact extends ShareFact {
  readonly layout: FactLayout;
  readonly day: string;
  readonly cap: 'large' | 'mid' | 'small' | null;
}

/** A list of lots: the months it has a column for, and its rows. */
export interface LotList {
  /** The day it is of. */
  readonly day: string;
  readonly months: readonly string[];
  readonly rows: readonly MonthLot[];
}

/** The contents of all imported lists. */
export interface KnownInstruments {
  /** The symbol under which each imported share stands here, by its ISINs. It never changes: calls and lists of people hold it. */
  readonly isins: ReadonlyMap<string, string>;
  /** The symbols of all imported shares, those without a known ISIN too. */
  readonly shares: readonly string[];
  readonly facts: readonly DatedFact[];
  readonly symbolChanges: readonly SymbolChange[];
  readonly nameChanges: readonly NameChange[];
  readonly lots: readonly LotList[];
  /** Companies as the exchange’s files of the day write them, in the order of their days. */
  readonly companies: readonly DatedCompany[];
}

export const NOTHING_KNOWN: KnownInstruments = { isins: new Map(), shares: [], facts: [], symbolChanges: [], nameChanges: [], lots: [], companies: [] };
