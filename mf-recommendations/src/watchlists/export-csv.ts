import type { Segment, WatchItem, Watchlist } from '@vimarsh/shared/contract/watchlists/types.ts';
import { csv } from '@vimarsh/shared/domain/text/csv.ts';

/** A list as a file: what this page reads again, and what people want to see beside it. Archived contracts stand last, with their day. */
export function listCsv(segment: Segment, { items, archived }: Pick<Watchlist, 'items' | 'archived'>): string {
  if (segment === 'equity') return csv([['Symbol', 'Name'], ...items.map(({ code, name }) => [code, name])]);
  const row = ({ code, symbol, contract }: WatchItem, over: string) => [code, symbol, contract!.expiry, contract!.strike, contract!.type, over];
  return csv([
    ['Contract', 'Underlying', 'Expiry', 'Strike', 'Type', 'Expired on'],
    ...items.map((item) => row(item, '')),
    ...archived.map((item) => row(item, item.contract!.expiry)),
  ]);
}

/** `watchlist-results-this-month.csv`; letters and digits of any script stay. */
export const fileName = (name: string): string =>
  `watchlist-${
    name
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '') || 'list'
  }.csv`;
