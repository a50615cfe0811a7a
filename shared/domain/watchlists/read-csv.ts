import type { Segment } from '../../contract/watchlists/types.ts';
import { type CsvRecord, MAX_LINES, readRecords, type Unreadable } from './csv-records.ts';
import { plainCell } from './written-names.ts';

/** A row that names a stock or contract. `line` counts from 1, as editors do. */
export interface CsvRow {
  readonly line: number;
  /** The cell to show for the row. */
  readonly written: string;
  /** Every cell that may name it, the surest first: an ISIN, then a symbol, then a company. */
  readonly names: readonly string[];
}

/** A kind of column: its heads, without blanks and signs, and how surely one of them marks the head row. */
interface Column {
  readonly head: RegExp;
  readonly weight: number;
}
/** The surest kind first. “Name” heads people, too: it counts beside another head only. */
const COLUMNS: Readonly<Record<Segment, readonly Column[]>> = {
  equity: [
    { head: /^(?=.{1,24}$).*ISIN/, weight: 2 },
    {
      head: /^(?=.{1,24}$)(?:.*(?:SYMBOL|TICKER|SCRIP)|STOCK$|STOCKCODE$|NSECODE$|INSTRUMENT$|INSTRUMENTNAME$|SECURITY$|SECURITYCODE$|प्रतीक$|सिंबल$|सिम्बल$|टिकर$|स्टॉक$|शेयर$)/,
      weight: 2,
    },
    { head: /^(?:STOCKNAME|STOCKS|COMPANY|COMPANYNAME|SECURITYNAME|NAMEOF(?:THE)?COMPANY|कंपनी|कंपनीकानाम|कम्पनी)$/, weight: 1 },
    { head: /^(?:NAME|नाम)$/, weight: 0 },
  ],
  options: [
    { head: /^(?:CONTRACT|अनुबंध|कॉन्ट्रैक्ट)$/, weight: 2 },
    { head: /^(?:(?=.{1,24}$).*TRADINGSYMBOL|INSTRUMENT|INSTRUMENTNAME|SCRIP|SCRIPNAME)$/, weight: 2 },
  ],
};
/** The kind of column that is asked for, and shown. */
const COLUMN: Readonly<Record<Segment, string>> = { equity: 'Symbol', options: 'Contract' };
/** Records in which the head row is looked for: exports begin with the client, the day and sums. */
const PREAMBLE = 40;
/** Cells of a record among which heads are looked for. The widest exports of brokers have some sixty. */
const MOST_HEADS = 100;
/** Signs in which the separator is looked for. */
const SAMPLE = 8 * 1024;
/** Columns of one row that may name its stock. */
const MAX_NAMES = 6;
/** Cells of a file without a head among which the codes are looked for: as many lines as are allowed, ten columns wide. */
const MAX_HEADLESS_CELLS = 10 * MAX_LINES;
const SEPARATORS = [',', ';', '\t', '|'] as const;
/** Excel's own first line, with one of the separators above: `sep=;`. */
const SEPARATOR_LINE = /^"?sep=([,;\t|])"?\r?(?:\n|$)/i;
/** `###Banks`: the name of a section in a list of TradingView. */
const SECTION = /^###/;
/** A cell that may be a symbol, with its exchange; `cell` is plain. */
const CODE_LIKE = /^(?=.*[A-Z])[A-Z0-9][A-Z0-9&._:|-]{0,39}$/;
/** Columns of a row that say where a stock is traded. */
const EXCHANGES: ReadonlySet<string> = new Set(['NSE', 'BSE', 'EQ', 'NSE_EQ', 'BSE_EQ']);

const EMPTY: Unreadable = { problem: 'This file is empty.' };
const WORKBOOK: Unreadable = { problem: 'This is an Excel workbook. Save it as “CSV UTF-8” and choose it again.' };
const WEB_TABLE: Unreadable = { problem: 'This is a table of a web page. Open it in a spreadsheet, save it as “CSV UTF-8” and choose it again.' };
const JSON_FILE: Unreadable = { problem: 'This is a JSON file. Put its symbols into a text file, one on each line, and choose that one.' };
const NO_CSV: Unreadable = { problem: 'This is not a CSV file.' };
/** What sites and brokers call `.xls`: `<html><table><tr><td>TCS`, `<?xml version="1.0"?><Workbook`. */
const WEB_PAGE = /^\s*<(?:!doctype|\?xml|html|head|meta|style|body|div|table)\b/i;
/** Answers of brokers’ programs: `[{"tradingsymbol": "TCS"`, `{"data": [`, `["TCS"`. */
const JSON_TEXT = /^\s*(?:\[\s*[[{"]|\{\s*")/;
/** Signs of pictures, documents and programs: text has no such controls. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for.
const NO_TEXT = /^%PDF-|[\0-\x08\x0e-\x1f]/;
const TOO_MANY: Unreadable = { problem: `A file may name ${MAX_LINES} stocks, and this one names more. Split it first.` };

/**
 * The text of a file: UTF-8 or UTF-16, with or without its mark, and every other file as Windows-1252, which Excel’s plain “CSV” is. In a file
 * of another encoding the letters with accents are wrong then, and symbols and ISINs, which have none, are right.
 */
export function decodeCsv(bytes: Uint8Array): string | Unreadable {
  if (isWorkbook(bytes)) return WORKBOOK;
  const text = decoded(bytes, utf16Of(bytes) ?? 'utf-8') ?? new TextDecoder('windows-1252').decode(bytes);
  if (WEB_PAGE.test(text)) return WEB_TABLE;
  if (JSON_TEXT.test(text)) return JSON_FILE;
  return NO_TEXT.test(text) ? NO_CSV : text;
}

/** Null where the bytes are not in that encoding. */
function decoded(bytes: Uint8Array, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** UTF-16 by its mark, or by the zero beside the first letter. */
function utf16Of([first, second]: Uint8Array): string | null {
  if ((first === 0xff && second === 0xfe) || (first !== 0 && second === 0)) return 'utf-16le';
  return (first === 0xfe && second === 0xff) || (first === 0 && second !== 0 && second !== undefined) ? 'utf-16be' : null;
}

/** The first bytes of .xlsx, which is a zip, and of .xls. */
const isWorkbook = ([a, b, c, d]: Uint8Array): boolean =>
  (a === 0x50 && b === 0x4b && c === 3 && d === 4) || (a === 0xd0 && b === 0xcf && c === 0x11 && d === 0xe0);

/**
 * The rows that name stocks or contracts: those under a head row, which may stand below a preamble, or every code of a file that is only a
 * list of codes. Empty lines are skipped.
 */
export function readCsv(text: string, segment: Segment): readonly CsvRow[] | Unreadable {
  const separatorLine = SEPARATOR_LINE.exec(text.slice(0, 16).replace('\ufeff', ''));
  const records = readRecords(text, separatorLine?.[1] ?? separatorOf(text, segment));
  if ('problem' in records) return records;
  const filled = separatorLine ? records.slice(1) : records;
  if (filled.length === 0) return EMPTY;
  const rows = rowsUnderHead(filled, segment) ?? codesOf(filled, segment);
  if (!rows) return { problem: `No column is headed “${COLUMN[segment]}”. Head the right one so, or leave only that column.` };
  return rows.length > MAX_LINES ? TOO_MANY : rows;
}

/** Longer cells, and those without a letter, head nothing; most cells of a file are told apart by that alone. */
const headOf = (cell: string): string => (cell.length > 40 || !/\p{L}/u.test(cell) ? '' : plainCell(cell).replace(/[^\p{L}\p{M}\p{N}]/gu, ''));
function kindOf(cell: string, segment: Segment): number {
  const written = headOf(cell);
  return written === '' ? -1 : COLUMNS[segment].findIndex(({ head }) => head.test(written));
}
/** How surely a record is the head row; 0: it is none. */
const weightOf = (cells: readonly string[], segment: Segment): number =>
  cells.slice(0, MOST_HEADS).reduce((sum, cell) => sum + (COLUMNS[segment][kindOf(cell, segment)]?.weight ?? 0), 0);

/** The rows below the surest head row; null where there is none. */
function rowsUnderHead(records: readonly CsvRecord[], segment: Segment): readonly CsvRow[] | null {
  const weights = records.slice(0, PREAMBLE).map(({ cells }) => weightOf(cells, segment));
  const most = Math.max(...weights);
  if (most === 0) return null;
  const at = weights.indexOf(most);
  const head = records[at]!.cells;
  const columns = head
    .slice(0, MOST_HEADS)
    .map((cell, place) => ({ place, head: headOf(cell), kind: kindOf(cell, segment) }))
    .filter(({ kind }) => kind >= 0)
    .toSorted((a, b) => a.kind - b.kind)
    .slice(0, MAX_NAMES);
  const isIsinColumn = ({ kind }: (typeof columns)[number]): boolean => segment === 'equity' && kind === 0;
  // People know a stock by its symbol or name; the ISIN is shown where there is nothing else.
  const shown = columns.toSorted((a, b) => Number(isIsinColumn(a)) - Number(isIsinColumn(b)));
  return records.slice(at + 1).flatMap(({ line, cells }) => {
    const filled = (list: typeof columns): string[] => list.flatMap(({ place }) => cells[place] || []);
    const [written] = filled(shown);
    // Reports of several parts repeat their head.
    const isHead = columns.every((column) => headOf(cells[column.place] ?? '') === column.head);
    return written === undefined || isHead ? [] : [{ line, written, names: filled(columns) }];
  });
}

/**
 * The codes of a file without a head: its only column, a list on one line or on several, or the one column of codes beside figures. Null
 * where it can’t be told which column is meant.
 */
function codesOf(records: readonly CsvRecord[], segment: Segment): readonly CsvRow[] | null {
  const row = (line: number, written: string): CsvRow => ({ line, written, names: [written] });
  const rows = (list: readonly { line: number; cells: readonly string[] }[]) => list.flatMap(({ line, cells }) => cells.map((cell) => row(line, cell)));
  const filled = records.map(({ line, cells }) => ({ line, cells: cells.filter((cell) => cell !== '' && !SECTION.test(cell)) }));
  if (filled.length === 1 || filled.every(({ cells }) => cells.length < 2)) return rows(filled);
  const count = filled.reduce((sum, { cells }) => sum + cells.length, 0);
  if (segment === 'options' || count > MAX_HEADLESS_CELLS) return null;
  const named = filled.map(({ line, cells }) => ({ line, cells: cells.filter((cell) => !EXCHANGES.has(plainCell(cell))) }));
  const codes = named.map(({ line, cells }) => ({ line, cells: cells.filter((cell) => CODE_LIKE.test(plainCell(cell))) }));
  const onlyCodes = codes.every(({ cells }, at) => cells.length === named[at]!.cells.length);
  return onlyCodes || codes.every(({ cells }) => cells.length === 1) ? rows(codes) : null;
}

/** The separator that cuts a head row out of one of the first lines; else the one that the first line uses most. */
function separatorOf(text: string, segment: Segment): string {
  const lines = text.slice(0, SAMPLE).split(/\r\n?|\n/, PREAMBLE);
  const weightBy = (separator: string): number =>
    Math.max(...lines.map((line) => line.split(separator)).map((cells) => (cells.length < 2 ? 0 : weightOf(cells, segment))));
  const first = lines.find((line) => line.trim() !== '') ?? '';
  const countOf = (separator: string): number => first.split(separator).length;
  return SEPARATORS.toSorted((a, b) => weightBy(b) - weightBy(a) || countOf(b) - countOf(a))[0]!;
}
