import { sql } from 'kysely';
import type { Database } from '../platform/platform.ts';
import type { CallHead, Kind } from './index.ts';

/** The least a kind of call can be: the record reads none of its events. */
const PROBE = {
  name: 'probe',
  table: 'probes',
  changes: [],
  apply: (state) => state ?? {},
  project: (row, _, { call_id, expert_id, ts }) =>
    row ?? { id: call_id, expert_id, stock: 'TCS', status: 'active' as const, is_open: true, published_at: new Date(ts) },
  context: async () => null,
  watch: (row) => ({ ...row, frozen: false }),
  judge: async () => [],
} satisfies Kind<object, CallHead>;

export const probe = PROBE as unknown as Kind;

/** Makes its table. */
export const makeProbes = (db: Database): Promise<unknown> =>
  sql`create table if not exists probes (id text primary key, expert_id text, stock text, status text, is_open boolean, published_at timestamptz, hash text, state text)`.execute(
    db,
  );
