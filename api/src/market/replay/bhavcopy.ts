import { CsvError, parse } from 'csv-parse/sync';
import type { EndOfDay } from './imported-days.store.ts';
import { LAYOUTS, type Layout } from './layouts.ts';

/** A row that was not taken, with the line it stands on (the header is line 1). */
export interface SkippedRow {
  readonly line: number;
  readonly reason: string;
}

export interface Bhavcopy {
  readonly layout: Layout['name'];
  /** The one trading date of the file, IST. */
  readonly day: string;
  /** Data rows in the file; kept and skipped ones add up to it. */
  readonly read: number;
  readonly rows: readonly EndOfDay[];
  readonly skipped: readonly SkippedRow[];
}

/** The file as a whole can't be taken; the message says why in one sentence. */
export class NotABhavcopy extends Error {}

interface Line {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

/**
 * Reads an NSE end-of-day file: legacy or UDiFF columns in any order, quoted or not, surplus columns ignored. Single bad rows
 * are skipped and named; a foreign or truncated file, or one that mixes dates, throws NotABhavcopy.
 */
export function readBhavcopy(text: string): Bhavcopy {
  const [header, ...lines] = records(text);
  if (!header) throw new NotABhavcopy('The file is empty.');
  const { layout, columnOf } = recognise(header.record);
  const width = header.record.length;
  const last = lines.at(-1);
  if (!last) throw new NotABhavcopy('The file has a header but no rows.');
  if (last.record.length < width) throw new NotABhavcopy(`The file is cut off: line ${last.info.lines} has ${last.record.length} of ${width} columns.`);

  const rows: EndOfDay[] = [];
  const skipped: SkippedRow[] = [];
  const seen = new Set<string>();
  let day = '';
  for (const { record, info } of lines) {
    const skip = (reason: string): number => skipped.push({ line: info.lines, reason });
    if (record.length !== width) {
      skip(`has ${record.length} columns instead of ${width}`);
      continue;
    }
    const cell = (name: string): string => record[columnOf.get(name) ?? -1]?.trim() ?? '';
    const foreign = layout.notCash(cell);
    if (foreign) {
      skip(foreign);
      continue;
    }
    const date = layout.day(cell);
    const row = layout.row(cell);
    const wrong = date === null ? 'the date is not valid' : typeof row === 'string' ? row : null;
    if (wrong !== null || typeof row === 'string' || date === null) {
      if (last.record === record && !text.endsWith('\n')) throw new NotABhavcopy(`The file is cut off: line ${info.lines} ends too early (${wrong}).`);
      skip(wrong ?? 'not readable');
      continue;
    }
    if (day !== '' && date !== day) throw new NotABhavcopy(`The file mixes dates: ${day} and, on line ${info.lines}, ${date}.`);
    day = date;
    const key = `${row.symbol} ${row.series}`;
    if (seen.has(key)) {
      skip('repeats a symbol and series of an earlier line');
      continue;
    }
    seen.add(key);
    rows.push(row);
  }
  if (rows.length === 0) throw new NotABhavcopy(`No row can be used; line ${skipped[0]!.line}: ${skipped[0]!.reason}.`);
  return { layout: layout.name, day, read: lines.length, rows: inRupees(rows), skipped };
}

function records(text: string): Line[] {
  if (text.includes('\u0000')) throw new NotABhavcopy('This is not a text file.');
  try {
    return parse(text, { bom: true, info: true, relax_column_count: true, skip_empty_lines: true, max_record_size: 10_000 }) as unknown as Line[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === 'CSV_QUOTE_NOT_CLOSED') throw new NotABhavcopy('The file is cut off: a quotation mark is never closed.');
    throw new NotABhavcopy(`This is not a CSV file: ${error.message.split('\n')[0]}.`);
  }
}

function recognise(header: readonly string[]): { layout: Layout; columnOf: Map<string, number> } {
  const columnOf = new Map(header.map((name, at) => [name.trim(), at]));
  const layout = LAYOUTS.find(({ columns }) => columns.every((name) => columnOf.has(name)));
  if (layout) return { layout, columnOf };
  const nearest = LAYOUTS.map(({ name, columns }) => ({ name, missing: columns.filter((column) => !columnOf.has(column)), of: columns.length })).toSorted(
    (a, b) => a.missing.length / a.of - b.missing.length / b.of,
  )[0]!;
  if (nearest.missing.length === nearest.of) throw new NotABhavcopy('This is not an NSE bhavcopy: the header has neither the legacy nor the UDiFF columns.');
  throw new NotABhavcopy(`The ${nearest.name} header lacks ${nearest.missing.join(', ')}.`);
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
