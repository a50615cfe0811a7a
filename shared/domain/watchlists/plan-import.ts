import type { ImportRow } from '../../contract/watchlists/types.ts';
import type { CsvRow } from './read-csv.ts';
import type { Room } from './room.ts';
import { plainCell } from './written-names.ts';

/** A cell that a spreadsheet takes for a formula. No symbol begins so. */
const FORMULA = /^[=+\-@\t]/;
/** Signs of a cell that are shown again. */
const SHOWN = 60;

interface Into {
  /** Codes the list holds, in their order. */
  readonly now: readonly string[];
  readonly room: Room;
  readonly exists: (code: string) => boolean;
  /** The code a row means, '' for none. */
  readonly codeOf: (row: CsvRow) => string;
}

/** What becomes of each row of a file; those that are `in` follow the list's own, in the order of the file. */
export function planImport(rows: readonly CsvRow[], { now, room, exists, codeOf }: Into): ImportRow[] {
  const there = new Set(now);
  const taken = new Set<string>();
  const fateOf = (code: string, written: string): ImportRow['what'] => {
    if (FORMULA.test(plainCell(written))) return 'formula';
    if (!code || !exists(code)) return 'unknown';
    if (there.has(code)) return 'there';
    if (taken.has(code)) return 'double';
    return now.length + taken.size < room.items ? 'in' : 'over';
  };
  return rows.map((row) => {
    const { line, written } = row;
    const code = codeOf(row);
    const what = fateOf(code, written);
    if (what === 'in') taken.add(code);
    return { line, written: written.slice(0, SHOWN), code: what === 'formula' || what === 'unknown' ? '' : code, what };
  });
}
