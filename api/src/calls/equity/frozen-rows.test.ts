import { readFileSync } from 'node:fs';
import type { CallState } from '@vimarsh/shared/domain/calls/equity/call-state.ts';
import type { EventBody } from '@vimarsh/shared/domain/calls/ledger.ts';
import { expect, test } from 'vitest';
import type { Market } from '../../market/index.ts';
import { equityKind } from './kind.ts';
import type { CallRow } from './tables.ts';

interface Frozen {
  readonly row: Omit<CallRow, 'published_at'> & { readonly published_at: string; readonly seq_no: number };
  readonly events: readonly { readonly canonical: string; readonly hash: string }[];
}
const { calls } = JSON.parse(readFileSync(new URL('frozen-calls.json', import.meta.url), 'utf8')) as { calls: readonly Frozen[] };

test.each(calls)('$row.id: events of an old record make the row that was stored with them', ({ row: stored, events }) => {
  const kind = equityKind({} as Market);
  const weeks = new Set(stored.weekly_pick ? [] : [stored.week]);
  let state: CallState | null = null;
  let row: CallRow | null = null;
  for (const { canonical, hash } of events) {
    const event = { ...(JSON.parse(canonical) as EventBody), hash };
    state = kind.apply(state, event);
    row = { ...kind.project(row, state, event, weeks), hash, state: JSON.stringify(state) };
  }
  // The number of the call was a column then; the day of its post-mortem and the count of its conflicts were none.
  const { seq_no: _, ...kept } = stored;
  expect(JSON.parse(JSON.stringify(row))).toEqual({ ...kept, post_mortem_on: null, conflicts: 0 });
});
