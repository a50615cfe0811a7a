import { isIsin, issuerOfShare } from '@vimarsh/shared/domain/market/isin.ts';
import { CsvError, parse } from 'csv-parse/sync';
import type { Cell } from '../files/layouts.ts';
import { firstLine, MOST_TEXT_BYTES, refuseLong } from '../files/reading/limits.ts';
import { Refusal, refuseUnread } from '../files/refusal.ts';
import { SHARE_SERIES } from '../files/share-rows.ts';
import { dateIn, dateSince1980, isSeries, isSymbol, type ListLine, monthIn, numberIn } from './list-cells.ts';

/** One line of a list about a share. Null: the list does not say. */
export interface ShareFact {
  readonly symbol: string;
  readonly series: string | null;
  readonly isin: string | null;
  readonly name: string | null;
  readonly industry: string | null;
  /** ₹ */
  readonly face_value: number | null;
  /** ₹ */
  readonly tick: number | null;
  /** % either side of the last close; 0: no fixed band. */
  readonly band: number | null;
  readonly listed_from: string | null;
  readonly status: 'active' | 'suspended' | 'delisted' | null;
  /** The first day on which it is not traded any more. */
  readonly ended_on: string | null;
  /** The list's words for the end or the suspension. */
  readonly why: string | null;
}

/** One share takes another symbol, from `day` on. */
export interface SymbolChange {
  readonly company: string;
  readonly old_symbol: string;
  readonly new_symbol: string;
  readonly day: string;
}

export interface NameChange {
  readonly symbol: string;
  readonly old_name: string;
  readonly new_name: string;
  readonly day: string;
}

/** Shares to a contract that expires in a month (`2026-11`). */
export interface MonthLot {
  readonly symbol: string;
  readonly month: string;
  readonly lot: number;
}

export type FactLayout = 'securities' | 'security file' | 'index list' | 'price bands' | 'delisted';

interface Read {
  /** Data rows in the file: the sum of imported and skipped rows. */
  readonly read: number;
  readonly skipped: readonly { readonly line: number; readonly reason: string }[];
}

/** A list of the exchange about instruments. */
export type InstrumentList = Read &
  (
    | { readonly layout: FactLayout; readonly rows: readonly ShareFact[] }
    | { readonly layout: 'symbol changes'; readonly rows: readonly SymbolChange[] }
    | { readonly layout: 'name changes'; readonly rows: readonly NameChange[] }
    | { readonly layout: 'contract lots'; readonly rows: readonly MonthLot[]; readonly months: readonly string[] }
  );

/** The largest of these lists, the security file, has some 15 MB and 10,000 rows. */
const LONGEST = { bytes: MOST_TEXT_BYTES, lines: 100_000 };
const MOST_TEXT = 200;

const NOTHING: Omit<ShareFact, 'symbol'> = {
  series: null,
  isin: null,
  name: null,
  industry: null,
  face_value: null,
  tick: null,
  band: null,
  listed_from: null,
  status: null,
  ended_on: null,
  why: null,
};

/** A row of another paper than a share: it is left out, and is no fault of the file. */
class OtherPaper {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

interface FactReader {
  readonly layout: FactLayout;
  /** Columns, in capitals, by which the list is known. */
  readonly columns: readonly string[];
  fact(cell: Cell): ShareFact | OtherPaper | string;
}

const FACTS: readonly FactReader[] = [
  {
    // EQUITY_L.csv and SME_EQUITY_L.csv, whose columns have underscores.
    layout: 'securities',
    columns: ['SYMBOL', 'NAME OF COMPANY', 'SERIES', 'DATE OF LISTING', 'ISIN NUMBER', 'FACE VALUE'],
    fact(cell) {
      const face_value = numberIn(cell('FACE VALUE'));
      const listed_from = dateIn(cell('DATE OF LISTING'));
      if (face_value === undefined) return 'the face value is not a number';
      if (listed_from === null) return `the date of listing “${cell('DATE OF LISTING').slice(0, 30)}” is not a date`;
      return share(cell('SYMBOL'), cell('SERIES'), cell('ISIN NUMBER'), { name: words(cell('NAME OF COMPANY')), face_value, listed_from, status: 'active' });
    },
  },
  {
    // NSE_CM_security_DDMMYYYY.csv: amounts in paise, dates in seconds since 1980.
    layout: 'security file',
    columns: ['TCKRSYMB', 'SCTYSRS', 'FININSTRMNM', 'ISIN'],
    fact(cell) {
      const [parValue, tick] = [numberIn(cell('PARVAL')), numberIn(cell('BIDINTRVL'))];
      const [listed, removed, readmitted] = [dateSince1980(cell('LISTGDT')), dateSince1980(cell('RMVLDT')), dateSince1980(cell('RADMSSNDT'))];
      if (parValue === undefined || tick === undefined) return 'the par value or the tick is not a number';
      if (listed === undefined || removed === undefined || readmitted === undefined) return 'a date is not a number of seconds';
      const status = statusInSecurityFile(cell);
      const ended = status === 'delisted' || (removed !== null && (readmitted === null || readmitted < removed));
      return share(cell('TCKRSYMB'), cell('SCTYSRS'), cell('ISIN'), {
        name: words(cell('FININSTRMNM')),
        face_value: parValue === null ? null : parValue / 100,
        tick: tick === null || tick === 0 ? null : tick / 100,
        listed_from: listed,
        status: ended ? 'delisted' : status,
        ended_on: ended ? removed : null,
        why: ended || status === 'suspended' ? 'the exchange’s security file' : null,
      });
    },
  },
  {
    // ind_nifty…list.csv
    layout: 'index list',
    columns: ['COMPANY NAME', 'INDUSTRY', 'SYMBOL', 'SERIES', 'ISIN CODE'],
    fact(cell) {
      const industry = words(cell('INDUSTRY'));
      return industry === null
        ? 'the industry is empty'
        : share(cell('SYMBOL'), cell('SERIES'), cell('ISIN CODE'), { name: words(cell('COMPANY NAME')), industry });
    },
  },
  {
    // sec_list.csv
    layout: 'price bands',
    columns: ['SYMBOL', 'SERIES', 'SECURITY NAME', 'BAND'],
    fact(cell) {
      const band = /^no band$/i.test(cell('BAND')) ? 0 : numberIn(cell('BAND'));
      if (band === null || band === undefined || band > 100) return `the band “${cell('BAND').slice(0, 30)}” is not a percentage`;
      return share(cell('SYMBOL'), cell('SERIES'), null, { name: words(cell('SECURITY NAME')), band });
    },
  },
  {
    // delisted.csv
    layout: 'delisted',
    columns: ['SYMBOL', 'COMPANY', 'DELISTED DATE'],
    fact(cell) {
      const ended_on = dateIn(cell('DELISTED DATE'));
      if (ended_on === null) return `the date “${cell('DELISTED DATE').slice(0, 30)}” is not a date`;
      const kind = words(cell('TYPE') || cell('TYPE OF DELISTING'));
      return share(cell('SYMBOL'), null, null, {
        name: words(cell('COMPANY')),
        status: 'delisted',
        ended_on,
        why: kind ?? 'the exchange’s list of delisted companies',
      });
    },
  },
];

/** Normal market: eligible or not, and its state, of which 3 is suspended. */
function statusInSecurityFile(cell: Cell): ShareFact['status'] {
  if (cell('DELFLG') === 'Y') return 'delisted';
  if (cell('SCTYSTSNRMLMKT') === '3' || cell('ELGBLTYNRMLMKT') === '0') return 'suspended';
  return cell('ELGBLTYNRMLMKT') === '1' || cell('SCTYSTSNRMLMKT') !== '' ? 'active' : null;
}

/** A share of a valid symbol, series and ISIN; `null` for what the list has no column of. */
function share(symbol: string, series: string | null, isin: string | null, said: Partial<ShareFact>): ShareFact | OtherPaper | string {
  if (!isSymbol(symbol)) return 'the symbol is not valid';
  if (series !== null && !isSeries(series)) return 'the series is not valid';
  if (series !== null && !SHARE_SERIES.includes(series)) return new OtherPaper('is of a series in which no shares are traded');
  const written = isin === '' || isin === '-' ? null : isin;
  if (written?.startsWith('DUM')) return new OtherPaper('has a placeholder in place of its ISIN');
  if (written !== null && !isIsin(written)) return `the ISIN “${written.slice(0, 20)}” is not valid`;
  if (written !== null && issuerOfShare(written) === '') return new OtherPaper('has the ISIN of another paper than an ordinary share');
  return { ...NOTHING, ...said, symbol, series, isin: written };
}

const words = (text: string): string | null => text.replace(/\s+/g, ' ').slice(0, MOST_TEXT) || null;

/** The list in a text, null where its head row is another's. Bad rows are skipped and named. */
export function readSharesList(text: string): InstrumentList | null {
  const [first] = linesOf(firstLine(text));
  if (!first) return null;
  const head = first.cells.map((name) => name.toUpperCase().replaceAll('_', ' '));
  const has = (...columns: string[]): boolean => columns.every((column) => head.includes(column));
  const reader = FACTS.find(({ columns }) => has(...columns));
  // A day's prices and a list of other papers have some of these columns too.
  if (reader && !has('OPNPRIC')) return within(text, (lines) => readFacts(reader, head, lines.slice(1)));
  if (has('SM KEY SYMBOL', 'SM NEW SYMBOL') || isSymbolChange(first.cells))
    return within(text, (lines) => readChanges('symbol changes', isSymbolChange(first.cells) ? lines : lines.slice(1), symbolChange));
  if (has('NCH SYMBOL', 'NCH PREV NAME', 'NCH NEW NAME', 'NCH DT')) return within(text, (lines) => readChanges('name changes', lines.slice(1), nameChange));
  if (has('UNDERLYING', 'SYMBOL') && head.some((name) => monthIn(name) !== null)) return within(text, (lines) => readLots(head, lines.slice(1)));
  return null;
}

function within(text: string, read: (lines: ListLine[]) => InstrumentList): InstrumentList {
  refuseLong(text, LONGEST);
  const lines = linesOf(text);
  const list = read(lines);
  if (list.rows.length === 0) {
    const [worst] = list.skipped;
    throw new Refusal('EMPTY', worst ? `No row can be used; line ${worst.line}: ${worst.reason}.` : 'The list has no rows.');
  }
  return list;
}

function linesOf(text: string): ListLine[] {
  try {
    const options = {
      bom: true,
      info: true,
      relax_column_count: true,
      relax_quotes: false,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: 10_000,
    };
    const records = parse(text, options) as unknown as { record: string[]; info: { lines: number } }[];
    return records.map(({ record, info }) => ({ cells: record.map((cell) => cell.trim()), line: info.lines }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new Refusal('UNREADABLE', `This is not a CSV file: ${error.message.split('\n')[0]}.`);
  }
}

function readFacts({ layout, fact }: FactReader, head: readonly string[], lines: readonly ListLine[]): InstrumentList {
  const columnOf = new Map(head.map((name, at) => [name, at]));
  const skipped: Skipped[] = [];
  const unread: Skipped[] = [];
  const found: Found[] = [];
  for (const { cells, line } of lines) {
    const row = fact((column) => cells[columnOf.get(column) ?? -1] ?? '');
    if (row instanceof OtherPaper) skipped.push({ line, reason: row.reason });
    else if (typeof row === 'string') {
      unread.push({ line, reason: row });
      skipped.push({ line, reason: row });
    } else found.push({ row, line });
  }
  refuseUnread(unread, lines.length);
  const [single, twice] = parted(oneOfEachSymbol(found), found);
  skipped.push(...twice.map(({ line }) => ({ line, reason: 'is of a share that another line names' })));
  const [rows, shared] = parted(ofOwnIsin(single), single);
  skipped.push(...shared.map(({ line, row }) => ({ line, reason: `has the ISIN of another symbol too (${row.isin})` })));
  return { layout, read: lines.length, rows: rows.map(({ row }) => row), skipped: skipped.toSorted((one, other) => one.line - other.line) };
}

type Skipped = { readonly line: number; readonly reason: string };
interface Found {
  readonly row: ShareFact;
  readonly line: number;
}

const parted = (kept: ReadonlySet<Found>, all: readonly Found[]): [Found[], Found[]] => [
  all.filter((one) => kept.has(one)),
  all.filter((one) => !kept.has(one)),
];

/** A share that stands in several series is that in which it may be traded, then that of the main market. */
function oneOfEachSymbol(found: readonly Found[]): Set<Found> {
  const rank = ({ row }: Found): number => (row.status === null || row.status === 'active' ? 0 : 100) + SHARE_SERIES.indexOf(row.series ?? 'EQ');
  return new Set([...Map.groupBy(found, ({ row }) => row.symbol).values()].map((own) => own.toSorted((one, other) => rank(one) - rank(other))[0]!));
}

/** One ISIN under two symbols in one list: nobody knows which of them is the share, so neither is taken. */
function ofOwnIsin(found: readonly Found[]): Set<Found> {
  const byIsin = Map.groupBy(found, ({ row }) => row.isin ?? '');
  return new Set(found.filter(({ row }) => row.isin === null || byIsin.get(row.isin)!.length === 1));
}

type Change = SymbolChange | NameChange;

function readChanges<C extends Change>(
  layout: 'symbol changes' | 'name changes',
  lines: readonly ListLine[],
  read: (cells: readonly string[]) => C | string,
): InstrumentList {
  const rows: C[] = [];
  const skipped: Skipped[] = [];
  const seen = new Set<string>();
  for (const { cells, line } of lines) {
    const change = read(cells);
    const key = JSON.stringify(change);
    if (typeof change === 'string') skipped.push({ line, reason: change });
    else if (seen.has(key)) skipped.push({ line, reason: 'repeats an earlier line' });
    else {
      seen.add(key);
      rows.push(change);
    }
  }
  refuseUnread(
    skipped.filter(({ reason }) => reason !== 'repeats an earlier line'),
    lines.length,
  );
  return { layout, read: lines.length, rows, skipped } as InstrumentList;
}

/** The exchange's list of renamed symbols has no head row: company, old symbol, new symbol, day. */
const isSymbolChange = ([, old = '', renamed = '', day = '', ...more]: readonly string[]): boolean =>
  isSymbol(old) && isSymbol(renamed) && dateIn(day) !== null && more.every((cell) => cell === '');

function symbolChange(cells: readonly string[]): SymbolChange | string {
  const [company = '', old_symbol = '', new_symbol = '', written = ''] = cells;
  if (!isSymbol(old_symbol) || !isSymbol(new_symbol)) return 'a symbol is not valid';
  const day = dateIn(written);
  if (day === null) return `“${written.slice(0, 30)}” is not a date`;
  if (old_symbol === new_symbol) return 'both symbols are the same';
  return { company: company.slice(0, MOST_TEXT), old_symbol, new_symbol, day };
}

function nameChange(cells: readonly string[]): NameChange | string {
  const [symbol = '', old_name = '', new_name = '', written = ''] = cells;
  if (!isSymbol(symbol)) return 'the symbol is not valid';
  const day = dateIn(written);
  if (day === null) return `“${written.slice(0, 30)}” is not a date`;
  if (new_name === '') return 'the new name is empty';
  return { symbol, old_name: old_name.slice(0, MOST_TEXT), new_name: new_name.slice(0, MOST_TEXT), day };
}

/** fo_mktlots.csv: indices first, then a second head row before the shares, a column for each month of expiry. */
function readLots(head: readonly string[], lines: readonly ListLine[]): InstrumentList {
  const at = head.indexOf('SYMBOL');
  const months = head.flatMap((name, column) => {
    const month = monthIn(name);
    return month === null ? [] : [{ month, column }];
  });
  const rows: MonthLot[] = [];
  const skipped: Skipped[] = [];
  const seen = new Set<string>();
  const bad: Skipped[] = [];
  for (const { cells, line } of lines) {
    const symbol = cells[at] ?? '';
    if (/^derivatives on/i.test(cells[0] ?? '')) {
      skipped.push({ line, reason: 'is a head row' });
      continue;
    }
    const lots = months.map(({ month, column }) => ({ symbol, month, lot: cells[column] ?? '' })).filter(({ lot }) => lot !== '' && lot !== '-');
    const reason = problemOf(symbol, lots, seen);
    if (reason !== null) {
      skipped.push({ line, reason });
      bad.push({ line, reason });
      continue;
    }
    seen.add(symbol);
    rows.push(...lots.map((row) => ({ ...row, lot: Number(row.lot) })));
  }
  refuseUnread(bad, lines.length);
  return { layout: 'contract lots', read: lines.length, rows, skipped, months: months.map(({ month }) => month).toSorted() };
}

function problemOf(symbol: string, lots: readonly { lot: string }[], seen: ReadonlySet<string>): string | null {
  if (!isSymbol(symbol)) return 'the symbol is not valid';
  if (seen.has(symbol)) return 'repeats a symbol of an earlier line';
  const wrong = lots.find(({ lot }) => !/^[1-9]\d{0,6}$/.test(lot));
  return wrong ? `“${wrong.lot.slice(0, 30)}” is not a lot` : null;
}
