import type { Segment } from '@vimarsh/shared/contract/watchlists/types.ts';
import type { Kysely } from 'kysely';

export interface ListRow {
  id: string;
  user_id: string;
  segment: Segment;
  name: string;
  name_key: string;
  version: number;
  created_at: Date;
  changed_at: Date;
}

interface WatchlistTables {
  watchlists: ListRow;
  watchlist_items: { list_id: string; code: string; place: number; added_at: Date };
}

export type WatchlistDatabase = Kysely<WatchlistTables>;
