import type { Activity } from '@vimarsh/shared/contract/calls/desk.ts';
import type { FollowedRow } from '../followers/followed-rows.ts';
import type { CallRow } from '../tables.ts';

/** So many are told. */
export const MOST_ACTIVITY = 50;

export type ActiveRow = FollowedRow & Pick<CallRow, 'expert_id' | 'ended_at'>;
type Happened = Omit<Activity, 'expert'> & { readonly expert_id: string };

/** What happened to calls since an instant (null: ever), newest first. What a call ended with stands at its end alone. */
export function activityOf(rows: readonly ActiveRow[], from: Date | null): Happened[] {
  const happened = rows.flatMap((row): Happened[] => {
    const { id, expert_id, stock, call_type, term } = row;
    const of = { call_id: id, expert_id, stock, call_type, term, status: row.status };
    const at = (what: Activity['what'], when: Date | null, realised_return: number | null = null): Happened[] =>
      when === null || (from !== null && when < from) ? [] : [{ ...of, at: when.toISOString(), what, realised_return }];
    return [...at('ended', row.ended_at, row.realised_return), ...at('entered', row.entry_at), ...at('published', row.published_at)];
  });
  // Of one moment, the end stands above the entry and the entry above the publication, as they were written.
  return happened.toSorted((one, other) => (one.at === other.at ? 0 : one.at < other.at ? 1 : -1)).slice(0, MOST_ACTIVITY);
}
