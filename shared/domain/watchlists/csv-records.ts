import { CsvError, parse } from 'csv-parse/sync';

/** Lines a file may have, its head included: ten full lists. */
export const MAX_LINES = 500;
/** Columns of a line. Brokers' files have some dozens, a list on one line as many as it has stocks. */
export const MAX_COLUMNS = 500;
/** Cells of a file: as many lines as are allowed, fifty columns wide. */
export const MAX_CELLS = 25_000;
/** Bytes of one record: the longest list on one line, each code with its exchange. */
export const MAX_RECORD_BYTES = 16 * 1024;
/** Bytes of a file: every line with half a kilobyte. */
export const MAX_FILE_BYTES = 256 * 1024;

/** The reason a file can't be read at all, as a sentence. Nothing of such a file is taken. */
export interface Unreadable {
  readonly problem: string;
}

/** `line` counts from 1, as editors do. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

const TOO_LONG: Unreadable = { problem: `A file may have ${MAX_LINES} lines, and this one has more. Split it first.` };
const TOO_WIDE: Unreadable = { problem: `A file may have ${MAX_COLUMNS} columns, and this one has more. Leave only the column you need.` };
const TOO_MANY_CELLS: Unreadable = { problem: 'A file may have 25,000 cells, and this one has more. Leave only the column you need.' };
const TOO_MUCH: Unreadable = { problem: 'A line of this file is longer than 16 kB. Leave only the column you need.' };
const UNCLOSED: Unreadable = { problem: 'A quotation mark in this file is never closed.' };

/**
 * The records of a CSV file (RFC 4180), blank lines left out. Quotation marks inside a cell without quotes are text, as spreadsheets read
 * them. Limits come first or stop the parser where they are passed, so the time is linear in the file and short for the largest.
 */
export function readRecords(text: string, delimiter: string): readonly CsvRecord[] | Unreadable {
  const lines = text.replace(/\r\n?/g, '\n');
  if (hasMoreLines(lines, MAX_LINES)) return TOO_LONG;
  // The row's callback only collects: the parser's own records don't know the line they begin on.
  const records: CsvRecord[] = [];
  let began = 1;
  let count = 0;
  try {
    parse(lines, {
      delimiter,
      record_delimiter: '\n',
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: MAX_RECORD_BYTES,
      // From this column on, separators are text of the last cell: no record grows wider, and its size still stops it.
      ignore_last_delimiters: MAX_COLUMNS + 1,
      on_record: (cells: string[], { lines: ended }) => {
        count += cells.length;
        if (count > MAX_CELLS) throw new MoreCells();
        records.push({ line: began, cells: cells.map((cell) => cell.trim()) });
        began = ended + 1;
        return null;
      },
    });
  } catch (error) {
    if (error instanceof MoreCells) return TOO_MANY_CELLS;
    if (!(error instanceof CsvError)) throw error;
    return error.code === 'CSV_QUOTE_NOT_CLOSED' ? UNCLOSED : TOO_MUCH;
  }
  if (records.some(({ cells }) => cells.length > MAX_COLUMNS)) return TOO_WIDE;
  return records.filter(({ cells }) => cells.some((cell) => cell !== ''));
}

/** Ends the parser. */
class MoreCells extends Error {}

function hasMoreLines(text: string, most: number): boolean {
  let end = -1;
  for (let line = 1; line <= most; line += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) return false;
  }
  return end < text.length - 1;
}
