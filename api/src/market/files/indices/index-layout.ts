import { INDICES } from '../../instruments/listed.ts';
import { records, type SkippedRow } from '../bhavcopy.ts';
import { type Cell, dayOf, figure, noDay, priceIn } from '../layouts.ts';
import { firstLine, INDEX_CLOSES, refuseLong } from '../reading/limits.ts';
import { Refusal } from '../refusal.ts';

/** A day of one index, points. */
export interface IndexRow {
  readonly symbol: string;
  /** The index as the file calls it. */
  readonly name: string;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly prev_close: number;
  /** Shares of its companies that were traded; 0 where the file does not say. */
  readonly volume: number;
}

/** The exchange's file of the day's index closes (`ind_close_all_DDMMYYYY.csv`). */
export interface IndexFile {
  readonly layout: 'index closes';
  /** IST. */
  readonly day: string;
  readonly read: number;
  readonly rows: readonly IndexRow[];
  readonly skipped: readonly SkippedRow[];
}

/** Columns by which the file is known, and the others that are read. */
const KNOWN_BY = ['Index Name', 'Index Date'] as const;
const FIGURES = ['Open Index Value', 'High Index Value', 'Low Index Value', 'Closing Index Value', 'Points Change'] as const;

/** Indices by the names in the files, in capitals; until November 2015 they were called CNX. */
const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ...INDICES.filter(({ exchange }) => exchange === 'NSE').map(({ name, symbol }) => [name.toUpperCase(), symbol] as const),
  ['CNX NIFTY', 'NIFTY'],
  ['CNX BANK', 'BANKNIFTY'],
]);

/** The file in a text; null where the header is another's. A row of a listed index that can't be read refuses the file. */
export function readIndexFile(text: string): IndexFile | null {
  // The first line alone tells: the rows of a day's file are not read twice.
  const [header] = records(firstLine(text));
  const columnOf = new Map((header?.record ?? []).map((name, at) => [name.trim(), at]));
  if (!KNOWN_BY.every((name) => columnOf.has(name))) return null;
  const missing = FIGURES.filter((name) => !columnOf.has(name));
  if (missing.length > 0) throw new Refusal('FOREIGN', `The header of index closes lacks ${missing.join(', ')}.`);
  refuseLong(text, INDEX_CLOSES);
  const [, ...lines] = records(text);
  const rows = new Map<string, IndexRow>();
  const skipped: SkippedRow[] = [];
  let day = '';
  for (const { record, info } of lines) {
    const line = info.lines;
    const cell: Cell = (column) => record[columnOf.get(column) ?? -1]?.trim() ?? '';
    const symbol = SYMBOLS.get(cell('Index Name').toUpperCase());
    if (!symbol) {
      skipped.push({ line, reason: 'is of an index that is not listed here' });
      continue;
    }
    const row = readRow(symbol, cell);
    const date = indexDay(cell('Index Date'));
    if (date === null) throw new Refusal('BROKEN', `Line ${line} can’t be read: ${noDay('the date', cell('Index Date'))}.`);
    if (typeof row === 'string') throw new Refusal('BROKEN', `Line ${line} can’t be read: ${row}.`);
    if (day !== '' && date !== day) throw new Refusal('MIXED', `The file mixes dates: ${day} and, on line ${line}, ${date}.`);
    if (rows.has(symbol)) throw new Refusal('BROKEN', `Line ${line} repeats an index of an earlier line.`);
    day = date;
    rows.set(symbol, row);
  }
  if (rows.size === 0) throw new Refusal('EMPTY', 'It has no index that is listed here.');
  return { layout: 'index closes', day, read: lines.length, rows: [...rows.values()], skipped };
}

/** `04-05-2026` and `04/05/2026`: here the day always stands first. */
function indexDay(written: string): string | null {
  const [, day, month, year] = /^(\d\d)[-/](\d\d)[-/](20\d\d)$/.exec(written) ?? [];
  return dayOf(day === undefined ? written : `${year}-${month}-${day}`);
}

function readRow(symbol: string, cell: Cell): IndexRow | string {
  const price = (column: string): number => priceIn(cell(column)) ?? Number.NaN;
  const [open, high, low, close] = [price('Open Index Value'), price('High Index Value'), price('Low Index Value'), price('Closing Index Value')];
  if ([open, high, low, close].some(Number.isNaN)) return 'a value of the index is not a number';
  if (!(low <= open && open <= high && low <= close && close <= high)) return 'the open or the close lies outside high and low';
  const written = cell('Points Change');
  const change = figure(written.replace(/^-/, ''));
  const prev_close = change === null ? 0 : Math.round(100 * (close - (written.startsWith('-') ? -change : change))) / 100;
  if (!(prev_close > 0)) return 'the change in points is not a number';
  return { symbol, name: cell('Index Name'), open, high, low, close, prev_close, volume: Math.round(figure(cell('Volume')) ?? 0) };
}

/** Differences by rounding. */
const SAME = 0.001;

/** Why a file is not believed; null if nothing speaks against it. `before`: closes of the trading day before, by symbol. */
export function indexDoubt({ rows }: Pick<IndexFile, 'rows'>, before: ReadonlyMap<string, number>): string | null {
  const compared = rows.flatMap(({ symbol, prev_close }) => (before.has(symbol) ? [{ symbol, step: Math.abs(prev_close / before.get(symbol)! - 1) }] : []));
  const other = compared.filter(({ step }) => step > SAME);
  if (other.length === 0 || other.length * 2 <= compared.length) return null;
  return `By its change in points, ${other[0]!.symbol} closed at another value than on the day before.`;
}
