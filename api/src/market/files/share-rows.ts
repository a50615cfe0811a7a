import type { DayBar } from '../market.ts';

/**
 * Series in which the exchange trades the same share: `EQ`; `BE` and `BZ`, trade for trade, for shares under surveillance or behind with their
 * filings; and those of its market for small companies. All other series are other papers: bonds, warrants, partly paid shares, funds.
 */
export const SHARE_SERIES: readonly string[] = ['EQ', 'BE', 'BZ', 'SM', 'ST', 'SZ'];

/** A row of a day's file, with the number of that file; null where that was not kept. */
export interface FileRow extends DayBar {
  readonly symbol: string;
  readonly series: string;
  /** '' where the file has none. */
  readonly isin: string;
  readonly file: number | null;
}

/**
 * The rows of one share, one for each day on which it traded. A share keeps its ISIN when it moves to another series or takes another symbol, and its
 * symbol when a split gives it another ISIN: so its own symbol comes first, but not with another ISIN while a row with the known one is there.
 * Symbols that traded beside it under its ISIN are other papers, or the file's ISINs are no use. `own`: rows of its symbol; `named`: rows of
 * other symbols with an ISIN that it had, and those of the same symbols without any: a file without ISINs goes on with the name of the day before.
 */
export function rowsOfShare(own: readonly FileRow[], named: readonly FileRow[]): FileRow[] {
  const ownByDay = Map.groupBy(own, ({ day }) => day);
  const isBeside = ({ day, isin }: FileRow): boolean => ownByDay.get(day)?.some((row) => row.isin === '' || row.isin === isin) ?? false;
  const beside = new Set(named.filter(isBeside).map(({ symbol }) => symbol));
  const namedByDay = Map.groupBy(
    named.filter(({ symbol }) => !beside.has(symbol)),
    ({ day }) => day,
  );
  const rows: FileRow[] = [];
  let isin = '';
  let name = '';
  for (const day of [...new Set([...ownByDay.keys(), ...namedByDay.keys()])].toSorted()) {
    const [ours] = (ownByDay.get(day) ?? []).toSorted(bySeries);
    const isRenamed = (row: FileRow): boolean => (row.isin === '' ? row.symbol === name : row.isin === isin);
    const renamed = isin === '' ? [] : (namedByDay.get(day) ?? []).filter(isRenamed).toSorted(bySeries);
    // Two symbols with one ISIN on one day: neither is known to be the share.
    const other = new Set(renamed.map(({ symbol }) => symbol)).size === 1 ? renamed[0] : undefined;
    const row = ours && (!other || ours.isin === '' || ours.isin === isin) ? ours : other;
    if (!row) continue;
    rows.push(row);
    name = row === ours ? '' : row.symbol;
    if (row === ours && row.isin !== '') isin = row.isin;
  }
  return rows;
}

const bySeries = (one: FileRow, other: FileRow): number => SHARE_SERIES.indexOf(one.series) - SHARE_SERIES.indexOf(other.series);

/** ISINs under which a share may stand on days without a row of its symbol; none where there are no such days, or its rows name one ISIN alone. */
export function isinsToFollow(own: readonly FileRow[], days: readonly string[]): string[] {
  const first = own[0]?.day;
  if (first === undefined) return [];
  const isins = new Set(own.map(({ isin }) => isin).filter((isin) => isin !== ''));
  const traded = new Set(own.map(({ day }) => day));
  return isins.size > 1 || days.some((day) => day > first && !traded.has(day)) ? [...isins] : [];
}
