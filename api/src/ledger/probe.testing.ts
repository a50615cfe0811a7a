import { sql } from 'kysely';
import type { Database } from '../platform/platform.ts';
import type { Kind } from './index.ts';

/** The least a kind of call can be: the record reads none of its events. */
const PROBE = {
  name: 'probe',
  table: 'probes',
  changes: [],
  apply: (state) => state ?? { frozen: false },
  project: (row, _, { call_id, expert_id, ts }) =>
    row ?? { id: call_id, expert_id, stock: 'TCS', status: 'active' as const, is_open: true, published_at: new Date(ts) },
  context: async () => null,
  readState: () => ({ frozen: false }),
  judge: async () => [],
} satisfies Kind;

export const probe = PROBE as unknown as Kind;

/** Makes its table. */
export const makeProbes = (db: Database): Promise<unknown> =>
  sql`create table if not exists probes (id text primary key, expert_id text, stock text, status text, is_open boolean, published_at timestamptz, hash text, state text)`.execute(
    db,
  );
