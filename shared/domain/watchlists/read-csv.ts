import type { Segment } from '../../contract/watchlists/types.ts';

/** Lines a file may have, its head included: ten lists full. */
export const MOST_LINES = 500;
/** Columns it may have. Brokers' files have some dozens. */
const MOST_COLUMNS = 256;

/** A cell that names a stock or contract. `line` counts from 1, as editors do. */
export interface CsvRow {
  readonly line: number;
  readonly written: string;
}

/** What keeps a file from being read at all, as a sentence; nothing of it is taken then. */
export interface Unreadable {
  readonly problem: string;
}

/** How people and brokers head the column. */
const HEADS: Readonly<Record<Segment, readonly string[]>> = {
  equity: ['symbol', 'stock', 'ticker', 'tradingsymbol', 'scrip', 'instrument', 'nsecode', 'nsesymbol'],
  options: ['contract'],
};
const COLUMN: Readonly<Record<Segment, string>> = { equity: 'Symbol', options: 'Contract' };

/** UTF-8 with or without its mark, and UTF-16 with its mark, as spreadsheets save. Any other encoding would be guessed, so it is refused. */
export function decodeCsv(bytes: Uint8Array): string | Unreadable {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
  try {
    const text = new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? { problem: 'This is not a CSV file.' } : text;
  } catch {
    return { problem: 'This file is not in UTF-8. Save it as “CSV UTF-8” and choose it again.' };
  }
}

/** The column of symbols or contracts: the one so headed, or the only one there is. Empty lines are skipped. */
export function readCsv(text: string, segment: Segment): readonly CsvRow[] | Unreadable {
  const records = recordsOf(text);
  if ('problem' in records) return records;
  const filled = records.filter(({ cells }) => cells.some((cell) => cell !== ''));
  const [first, ...rest] = filled;
  if (!first) return { problem: 'This file is empty.' };
  const column = first.cells.findIndex((cell) => HEADS[segment].includes(cell.toLowerCase().replace(/[\s_-]/g, '')));
  if (column < 0 && filled.some(({ cells }) => cells.length > 1))
    return { problem: `No column is headed “${COLUMN[segment]}”. Head the right one so, or leave only that column.` };
  return (column < 0 ? filled : rest).flatMap(({ line, cells }) => {
    const written = cells[Math.max(0, column)] ?? '';
    return written === '' ? [] : [{ line, written }];
  });
}

interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
}

const TOO_LONG: Unreadable = { problem: `A file may have ${MOST_LINES} lines, and this one has more. Split it first.` };
const TOO_WIDE: Unreadable = { problem: `A file may have ${MOST_COLUMNS} columns, and this one has more. Leave only the column you need.` };
const UNCLOSED: Unreadable = { problem: 'A quotation mark in this file is never closed.' };

/**
 * Records of RFC 4180, separated by what the first line uses most of comma, semicolon and tab. Reading stops at the first line or cell
 * too many: what follows may be a million of them.
 */
function recordsOf(text: string): CsvRecord[] | Unreadable {
  const head = text.slice(0, text.search(/[\r\n]|$/));
  const separator = [',', ';', '\t'].toSorted((a, b) => head.split(b).length - head.split(a).length)[0]!;
  const records: CsvRecord[] = [];
  let [line, began, cell, quoted] = [1, 1, '', false];
  let cells: string[] = [];
  const endCell = (): void => {
    cells.push(cell.trim());
    cell = '';
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (quoted) {
      if (sign === '\n') line += 1;
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += sign;
        at += 1;
      } else quoted = false;
    } else if (sign === '"' && cell.trim() === '') [cell, quoted] = ['', true];
    else if (sign === separator) {
      endCell();
      if (cells.length >= MOST_COLUMNS) return TOO_WIDE;
    } else if (sign === '\n' || sign === '\r') {
      if (began > MOST_LINES) return TOO_LONG;
      if (sign === '\r' && text[at + 1] === '\n') at += 1;
      endCell();
      records.push({ line: began, cells });
      cells = [];
      line += 1;
      began = line;
    } else cell += sign;
  }
  if (quoted) return UNCLOSED;
  if (cell !== '' || cells.length > 0) {
    if (began > MOST_LINES) return TOO_LONG;
    endCell();
    records.push({ line: began, cells });
  }
  return records;
}
