import { issuerOfShare } from '@vimarsh/shared/domain/market/isin.ts';
import { type FileRow, SHARE_SERIES } from '../files/share-rows.ts';

/** What is known of a share beside the rows of the days' files. */
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

/**
 * The rows of one share, one for each day on which it traded. Its ISIN decides, whatever the symbol and the series; where a file has none, the symbol
 * that the share carried on the day does. The symbol with an ISIN that no list knows is the share where the issuer stays: a split gave it another one.
 * Two symbols with its ISIN on one day are told apart by the symbol it carried; where neither is that, neither is known to be the share.
 */
export function followShare(rows: readonly FileRow[], { isins, carried, isOthers }: ShareIdentity): FileRow[] {
  const known = new Set(isins);
  const found: FileRow[] = [];
  for (const [day, own] of [...Map.groupBy(rows, ({ day }) => day)].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const symbol = carried(day);
    const ofIsin = own.filter(({ isin }) => isin !== '' && known.has(isin));
    const symbols = new Set(ofIsin.map((row) => row.symbol));
    const candidates =
      symbols.size > 0
        ? ofIsin.filter((row) => symbols.size === 1 || row.symbol === symbol)
        : own.filter((row) => row.symbol === symbol && mayBe(row.isin, known, isOthers));
    const [row] = candidates.toSorted(bySeries);
    if (!row) continue;
    found.push(row);
    if (row.isin !== '') known.add(row.isin);
  }
  return found;
}

function mayBe(isin: string, known: ReadonlySet<string>, isOthers: (isin: string) => boolean): boolean {
  if (isin === '') return true;
  if (isOthers(isin)) return false;
  const issuer = issuerOfShare(isin);
  return known.size === 0 || (issuer !== '' && [...known].some((one) => issuerOfShare(one) === issuer));
}

const bySeries = (one: FileRow, other: FileRow): number => SHARE_SERIES.indexOf(one.series) - SHARE_SERIES.indexOf(other.series);
