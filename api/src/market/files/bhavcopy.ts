import { CsvError, parse } from 'csv-parse/sync';
import type { WrittenCompany } from '../instruments/company-names.ts';
import { ACTION_COLUMNS, type ActionRow, readAction } from './actions/actions-layout.ts';
import { ADJUSTMENT_COLUMNS, type AdjustmentRow, readAdjustment } from './actions/adjustment-layout.ts';
import { DERIVATIVES, type EndOfDayOption } from './derivatives-layout.ts';
import type { EndOfDay } from './end-of-day.ts';
import { type Cell, figure, KNOWN_OTHERS, LAYOUTS, type Layout, noDay } from './layouts.ts';
import { ACTIONS, CONTRACTS, firstLine, refuseLong, SHARES, SHORT_LIST } from './reading/limits.ts';
import { Refusal, refuseUnread } from './refusal.ts';
import { SHARE_SERIES } from './share-rows.ts';

/** A skipped row and its line (the header is line 1). */
export interface SkippedRow {
  readonly line: number;
  readonly reason: string;
}

export interface Bhavcopy {
  readonly layout: Layout['name'];
  /** The one trading date of the file, IST. */
  readonly day: string;
  /** Data rows in the file: the sum of imported and skipped rows. */
  readonly read: number;
  readonly rows: readonly EndOfDay[];
  /** Companies of its shares, where the layout names them. */
  readonly companies: readonly WrittenCompany[];
  readonly skipped: readonly SkippedRow[];
}

/** The day's futures and options. */
export interface Derivatives {
  readonly layout: 'UDiFF F&O';
  readonly day: string;
  readonly read: number;
  readonly rows: readonly EndOfDayOption[];
  readonly skipped: readonly SkippedRow[];
}

/** Corporate actions of any number of days. */
export interface ActionList {
  readonly layout: 'corporate actions';
  readonly read: number;
  readonly rows: readonly ActionRow[];
  readonly skipped: readonly SkippedRow[];
  /** Those of them that can't be read, and may be actions of shares. */
  readonly unread: readonly SkippedRow[];
}

interface Line {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

/** The result of parsing a row: a foreign row (a reason), a row with its day, or a problem. */
interface Reading<R> {
  foreign(cell: Cell): string | null;
  day(cell: Cell): string | null;
  readonly dated: string;
  row(cell: Cell): R | string;
  /** What must be unique in a file, and its name in messages. */
  key(row: R): string;
  /** Whether something is judged or shown by such a row: a file without some of those is no file of its day. */
  counts(cell: Cell): boolean;
  readonly unique: string;
}

/**
 * Reads an NSE end-of-day file of the cash market: legacy, UDiFF or sec_bhavdata_full columns in any order, quoted or not, surplus columns
 * ignored. Single bad rows are skipped and named; a foreign or truncated file, or one that mixes dates, throws Refusal.
 */
export function readBhavcopy(text: string): Bhavcopy {
  return readCash(openTable(text));
}

/** Reads an end-of-day file of either market: one whose first row belongs to futures and options is read as such. */
export function readExchangeFile(text: string): Bhavcopy | Derivatives {
  const table = openTable(text);
  const segment = table.lines[0]!.record[table.columnOf.get('Sgmt') ?? -1]?.trim();
  if (segment !== 'FO') return readCash(table);
  const missing = DERIVATIVES.columns.filter((column) => !table.columnOf.has(column));
  if (missing.length > 0) throw new Refusal('FOREIGN', `The UDiFF header lacks ${missing.join(', ')}.`);
  const unique = 'a contract';
  const key = ({ symbol, expiry, strike, type }: EndOfDayOption): string => `${symbol} ${expiry} ${strike} ${type}`;
  return { layout: 'UDiFF F&O', ...readRows(table, { ...DERIVATIVES, key, unique, counts: () => true }) };
}

/** The list of corporate actions as one table of cells, or null where the header is another's. */
export function readActionFile(text: string): ActionList | null {
  // The first line alone tells: the rows of a day's file are not read twice.
  const [header] = records(firstLine(text));
  const columnOf = new Map((header?.record ?? []).map((name, at) => [name.trim().toUpperCase(), at]));
  if (!ACTION_COLUMNS.every((name) => columnOf.has(name))) return null;
  refuseLong(text, ACTIONS);
  const [, ...lines] = records(text);
  const rows: ActionRow[] = [];
  const skipped: SkippedRow[] = [];
  const unread: SkippedRow[] = [];
  const seen = new Set<string>();
  for (const { record, info } of lines) {
    const action = readAction((name) => record[columnOf.get(name) ?? -1]?.trim() ?? '');
    const key = typeof action === 'object' && action && `${action.symbol} ${action.day} ${action.purpose}`;
    if (typeof action === 'string') {
      unread.push({ line: info.lines, reason: action });
      skipped.push(unread.at(-1)!);
    } else if (!action || !key) skipped.push({ line: info.lines, reason: 'changes no price of series EQ' });
    else if (seen.has(key)) skipped.push({ line: info.lines, reason: 'repeats an action of an earlier line' });
    else {
      seen.add(key);
      rows.push(action);
    }
  }
  if (rows.length === 0) throw new Refusal('EMPTY', skipped[0] ? noneUsable(skipped, lines) : 'The list has no rows.');
  refuseUnread(unread, rows.length + unread.length);
  return { layout: 'corporate actions', read: lines.length, rows, skipped, unread };
}

/** The exchange's adjustments of single ex-dates, or null where the header is another's. One line that can't be read refuses the file: it is short, and written by hand. */
export function readAdjustmentFile(text: string): { layout: 'adjustments'; read: number; rows: readonly AdjustmentRow[] } | null {
  const [header] = records(firstLine(text));
  const columnOf = new Map((header?.record ?? []).map((name, at) => [name.trim().toUpperCase(), at]));
  if (!ADJUSTMENT_COLUMNS.every((name) => columnOf.has(name))) return null;
  refuseLong(text, SHORT_LIST);
  const [, ...lines] = records(text);
  const rows = new Map<string, AdjustmentRow>();
  for (const { record, info } of lines) {
    const row = readAdjustment((name) => record[columnOf.get(name) ?? -1]?.trim() ?? '');
    if (typeof row === 'string') throw new Refusal('BROKEN', `Line ${info.lines} can’t be read: ${row}.`);
    if (rows.has(`${row.symbol} ${row.day}`)) throw new Refusal('BROKEN', `Line ${info.lines} repeats an ex-date of ${row.symbol}.`);
    rows.set(`${row.symbol} ${row.day}`, row);
  }
  if (rows.size === 0) throw new Refusal('EMPTY', 'The list has no rows.');
  return { layout: 'adjustments', read: rows.size, rows: [...rows.values()] };
}

interface Table {
  readonly text: string;
  readonly layout: Layout;
  readonly columnOf: Map<string, number>;
  readonly width: number;
  readonly lines: readonly Line[];
}

function openTable(text: string): Table {
  // The first line alone tells whether the others are worth reading, and how many there may be.
  const [first] = records(firstLine(text));
  if (first) refuseLong(text, recognise(first.record).layout.name === 'UDiFF' ? CONTRACTS : SHARES);
  const [header, ...lines] = records(text);
  if (!header) throw new Refusal('EMPTY', 'The file is empty.');
  const { layout, columnOf } = recognise(header.record);
  const width = header.record.length;
  const last = lines.at(-1);
  if (!last) throw new Refusal('EMPTY', 'The file has a header but no rows.');
  if (last.record.length < width) throw new Refusal('CUT_OFF', `The file is cut off: line ${last.info.lines} has ${last.record.length} of ${width} columns.`);
  return { text, layout, columnOf, width, lines };
}

function readCash(table: Table): Bhavcopy {
  const { layout, text } = table;
  refuseLong(text, SHARES);
  const key = ({ symbol, series }: EndOfDay): string => `${symbol} ${series}`;
  const counts = (cell: Cell): boolean => !OTHER_SERIES.test(cell(layout.series)) || SHARE_SERIES.includes(cell(layout.series));
  // A row of a halted share repeats the close of before, or has no prices at all.
  const foreign = (cell: Cell): string | null => layout.notCash(cell) ?? (figure(cell(layout.volume)) === 0 ? 'no share of it was traded' : null);
  const reading = { foreign, day: layout.day, dated: layout.dated, row: layout.row, key, unique: 'a symbol and series', counts };
  const file = readRows(table, reading);
  return { layout: layout.name, ...file, rows: inRupees(file.rows), companies: companiesIn(table, file.rows) };
}

/** The companies behind the rows of shares that a file names; each share once. */
function companiesIn({ layout, columnOf, lines }: Table, rows: readonly EndOfDay[]): WrittenCompany[] {
  const place = columnOf.get(layout.company ?? '');
  if (place === undefined) return [];
  const isins = new Map(rows.flatMap(({ symbol, series, isin }) => (isin !== '' && SHARE_SERIES.includes(series) ? [[`${symbol} ${series}`, isin]] : [])));
  const companies = new Map<string, WrittenCompany>();
  const [symbolAt, seriesAt] = [columnOf.get(layout.symbol)!, columnOf.get(layout.series)!];
  for (const { record } of lines) {
    const symbol = record[symbolAt]?.trim() ?? '';
    const isin = isins.get(`${symbol} ${record[seriesAt]?.trim()}`);
    const name = companyIn(record[place] ?? '');
    if (isin !== undefined && name !== null && !companies.has(isin)) companies.set(isin, { isin, symbol, name });
  }
  return [...companies.values()];
}

/** The longest name of a company that is taken: the exchange's are cut at 60 or so. */
const LONGEST_NAME = 120;
/** `ETERNAL LIMITED`: letters, digits and the signs that names have. */
const COMPANY = /^[\p{L}\p{N}][\p{L}\p{N} &.,'’()/+-]*$/u;

function companyIn(cell: string): string | null {
  const name = cell.normalize('NFKC').replace(/\s+/g, ' ').trim();
  return name.length <= LONGEST_NAME && COMPANY.test(name) ? name : null;
}

/** A series as the exchange writes one: a cell that is none may be a share's. */
const OTHER_SERIES = /^[A-Z0-9]{1,2}$/;
function readRows<R>({ text, columnOf, width, lines }: Table, { foreign, day: dayIn, dated, row: rowIn, key: keyOf, unique, counts }: Reading<R>) {
  const last = lines.at(-1)!;
  const rows: R[] = [];
  const skipped: SkippedRow[] = [];
  const seen = new Set<string>();
  let day = '';
  let counted = 0;
  const unread: SkippedRow[] = [];
  for (const { record, info } of lines) {
    const skip = (reason: string): number => skipped.push({ line: info.lines, reason });
    if (record.length !== width) {
      skip(`has ${record.length} columns instead of ${width}`);
      counted += 1;
      unread.push(skipped.at(-1)!);
      continue;
    }
    const cell = (name: string): string => record[columnOf.get(name) ?? -1]?.trim() ?? '';
    const other = foreign(cell);
    if (other) {
      skip(other);
      continue;
    }
    if (counts(cell)) counted += 1;
    const date = dayIn(cell);
    const row = rowIn(cell);
    const problem = date === null ? noDay('the date', cell(dated)) : typeof row === 'string' ? row : null;
    if (problem !== null || typeof row === 'string' || date === null) {
      if (last.record === record && !text.endsWith('\n')) throw new Refusal('CUT_OFF', `The file is cut off: line ${info.lines} ends too early (${problem}).`);
      skip(problem ?? 'not readable');
      if (counts(cell)) unread.push(skipped.at(-1)!);
      continue;
    }
    if (day !== '' && date !== day) throw new Refusal('MIXED', `The file mixes dates: ${day} and, on line ${info.lines}, ${date}.`);
    day = date;
    const key = keyOf(row);
    if (seen.has(key)) {
      skip(`repeats ${unique} of an earlier line`);
      continue;
    }
    seen.add(key);
    rows.push(row);
  }
  if (rows.length === 0) throw new Refusal('EMPTY', noneUsable(skipped, lines));
  refuseUnread(unread, counted);
  return { day, read: lines.length, rows, skipped };
}

/** What stands in the first line that can't be used is shown where its reason does not. */
function noneUsable(skipped: readonly SkippedRow[], lines: readonly Line[]): string {
  const { line, reason } = skipped[0]!;
  const shown = lines[0]!.record.join(',').slice(0, 60);
  return `No row can be used; line ${line}: ${reason}${reason.includes('“') ? '' : ` (it begins “${shown}”)`}.`;
}

/** Rows of a text of cells with the lines on which they end; throws Refusal for a text that is none. */
export function records(text: string): Line[] {
  if (text.includes('\u0000')) throw new Refusal('UNREADABLE', 'This is not a text file.');
  try {
    return parse(text, {
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: 10_000,
    }) as unknown as Line[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') throw new Refusal('CUT_OFF', 'The file is cut off: a quotation mark is never closed.');
    throw new Refusal('UNREADABLE', `This is not a CSV file: ${error.message.split('\n')[0]}.`);
  }
}

function recognise(header: readonly string[]): { layout: Layout; columnOf: Map<string, number> } {
  const columnOf = new Map(header.map((name, at) => [name.trim(), at]));
  const layout = LAYOUTS.find(({ columns }) => columns.every((name) => columnOf.has(name)));
  if (layout) return { layout, columnOf };
  const other = KNOWN_OTHERS.find(({ columns }) => columns.every((name) => columnOf.has(name)));
  if (other) throw new Refusal('FOREIGN', `This is ${other.what}.`);
  const nearest = LAYOUTS.map(({ name, columns }) => ({ name, missing: columns.filter((column) => !columnOf.has(column)), of: columns.length })).toSorted(
    (a, b) => a.missing.length / a.of - b.missing.length / b.of,
  )[0]!;
  if (nearest.missing.length === nearest.of)
    throw new Refusal('FOREIGN', 'This is not an NSE bhavcopy: the header has neither the legacy nor the UDiFF columns, nor those of sec_bhavdata_full.');
  throw new Refusal('FOREIGN', `The ${nearest.name} header lacks ${nearest.missing.join(', ')}.`);
}

/** Some legacy files state turnover in ₹ lakh: against price times volume they are a hundred thousand times too small. */
function inRupees(rows: readonly EndOfDay[]): readonly EndOfDay[] {
  let stated = 0;
  let traded = 0;
  for (const row of rows) {
    stated += row.turnover;
    traded += row.close * row.volume;
  }
  if (stated === 0 || stated / traded > 0.001) return rows;
  return rows.map((row) => ({ ...row, turnover: Math.round(row.turnover * 1e7) / 100 }));
}
