import { issuerOfShare } from '@vimarsh/shared/domain/market/isin.ts';
import { type FileRow, SHARE_SERIES } from '../files/share-rows.ts';

/** Facts about a share beyond the rows of daily files. */
export interface ShareIdentity {
  /** ISINs of the share, as lists name them: a split or another face value gives it another one. */
  readonly isins: readonly string[];
  /** All symbols it carried. */
  readonly symbols: readonly string[];
  /** The symbol it carried on an IST day, by the exchange's list of changed symbols. */
  readonly carried: (day: string) => string;
  /** Whether an ISIN is that of another share. */
  readonly isOthers: (isin: string) => boolean;
}

/** Hears of a day on which the share's symbol is on file under an ISIN that nothing explains, and of the last one that it is known by. */
export type OnOtherIsin = (row: FileRow, knownBy: string) => void;

/**
 * The rows of one share, one for each day on which it traded. Its ISIN decides, whatever the symbol and the series; where a file has none, the symbol
 * that the share carried on the day does. The symbol with an ISIN that no list knows is the share where the issuer stays: a split gave it another one.
 * Two symbols with its ISIN on one day are told apart by the symbol it carried; where neither is that, neither is known to be the share.
 * Seen by its ISIN under a symbol that no list has, it is found under that in a file without ISINs, too.
 */
export function followShare(rows: readonly FileRow[], { isins, carried, isOthers }: ShareIdentity, onOther: OnOtherIsin = () => {}): FileRow[] {
  const known = new Set(isins);
  const found: FileRow[] = [];
  const inOrder = rows.toSorted(byDay);
  let unlisted = '';
  for (let at = 0; at < inOrder.length; ) {
    const { day } = inOrder[at]!;
    let end = at + 1;
    while (inOrder[end]?.day === day) end++;
    const own = end === at + 1 ? [inOrder[at]!] : inOrder.slice(at, end);
    const symbol = carried(day);
    const row = rowOf(own, symbol, known, isOthers) ?? own.filter((each) => each.isin === '' && each.symbol === unlisted).toSorted(bySeries)[0];
    at = end;
    if (!row) {
      const other = own.find((each) => each.isin !== '' && each.symbol === symbol);
      if (other) onOther(other, [...known].at(-1) ?? '');
      continue;
    }
    found.push(row);
    if (row.isin !== '') known.add(row.isin);
    unlisted = row.symbol === symbol ? '' : row.symbol;
  }
  return found;
}

const byDay = (one: FileRow, other: FileRow): number => (one.day === other.day ? 0 : one.day < other.day ? -1 : 1);

/** The share's row among those of a day. Most days have one. */
function rowOf(own: readonly FileRow[], symbol: string, known: ReadonlySet<string>, isOthers: (isin: string) => boolean): FileRow | undefined {
  const ofIsin = own.filter(({ isin }) => isin !== '' && known.has(isin));
  if (ofIsin.length === 1) return ofIsin[0];
  if (ofIsin.length === 0) return own.filter((row) => row.symbol === symbol && mayBe(row.isin, known, isOthers)).toSorted(bySeries)[0];
  const isOneSymbol = ofIsin.every((row) => row.symbol === ofIsin[0]!.symbol);
  return ofIsin.filter((row) => isOneSymbol || row.symbol === symbol).toSorted(bySeries)[0];
}

function mayBe(isin: string, known: ReadonlySet<string>, isOthers: (isin: string) => boolean): boolean {
  if (isin === '') return true;
  if (isOthers(isin)) return false;
  const issuer = issuerOfShare(isin);
  return known.size === 0 || (issuer !== '' && [...known].some((one) => issuerOfShare(one) === issuer));
}

const bySeries = (one: FileRow, other: FileRow): number => SHARE_SERIES.indexOf(one.series) - SHARE_SERIES.indexOf(other.series);
