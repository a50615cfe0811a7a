import type { ImportRow, Segment } from '../../contract/watchlists/types.ts';
import { readCode } from './codes.ts';
import type { CsvRow } from './read-csv.ts';
import type { Room } from './room.ts';

/** What a spreadsheet takes for a formula. No symbol begins so. */
const FORMULA = /^[=+\-@\t]/;
/** Of a cell that names nothing we know, so much is shown again. */
const SHOWN = 60;

interface Into {
  readonly segment: Segment;
  /** Codes the list holds, in their order. */
  readonly now: readonly string[];
  readonly room: Room;
  readonly exists: (code: string) => boolean;
}

/** What becomes of each row of a file; those that are `in` follow the list's own, in the order of the file. */
export function planImport(rows: readonly CsvRow[], { segment, now, room, exists }: Into): ImportRow[] {
  const there = new Set(now);
  const taken = new Set<string>();
  const fateOf = (code: string, written: string): ImportRow['what'] => {
    if (FORMULA.test(written)) return 'formula';
    if (!code || !exists(code)) return 'unknown';
    if (there.has(code)) return 'there';
    if (taken.has(code)) return 'double';
    return now.length + taken.size < room.items ? 'in' : 'over';
  };
  return rows.map(({ line, written }) => {
    const code = readCode(segment, written);
    const what = fateOf(code, written);
    if (what === 'in') taken.add(code);
    return { line, written: written.slice(0, SHOWN), code: what === 'formula' || what === 'unknown' ? '' : code, what };
  });
}
