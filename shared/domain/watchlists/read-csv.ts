import type { Segment } from '../../contract/watchlists/types.ts';
import { readRecords, type Unreadable } from './csv-records.ts';

/** A cell that names a stock or contract. `line` counts from 1, as editors do. */
export interface CsvRow {
  readonly line: number;
  readonly written: string;
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
  const filled = readRecords(text, delimiterOf(text));
  if ('problem' in filled) return filled;
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

/** The separator that the first line uses most. */
function delimiterOf(text: string): string {
  const head = text.slice(0, text.search(/[\r\n]|$/));
  return [',', ';', '\t'].toSorted((a, b) => head.split(b).length - head.split(a).length)[0]!;
}
