import { may } from '@vimarsh/shared/domain/access/may.ts';
import { takingOf } from '@vimarsh/shared/domain/buzz/case-assignee.ts';
import type { Identity } from '../identity/index.ts';
import { callerOf } from '../platform/access/access.ts';
import type { Database } from '../platform/platform.ts';
import { setAssignee } from './cases.store.ts';
import type { CaseRow } from './tables.ts';

/** Whether who had a case in hand may still moderate, looked up before the transaction that takes it. */
interface AssigneeSeen {
  readonly assignee: string | null;
  readonly moderates: boolean;
}

const TAKEN = { free: 'taken', overdue: 'taken over: it was overdue', left: 'taken over: its assignee moderates no more' } as const;

export async function seeAssignee(
  identity: Pick<Identity, 'askers'>,
  assignee: string | null,
  right: 'buzz.moderate' | 'chat.moderate',
): Promise<AssigneeSeen> {
  const asker = assignee === null ? undefined : (await identity.askers([assignee])).get(assignee);
  return { assignee, moderates: asker !== undefined && may(callerOf(asker), right) };
}

/** Takes a locked open case, or gives it back. False: another moderator has it. Null: nothing was to be done. */
export async function assignCase(tx: Database, row: CaseRow, user_id: string, take: boolean, seen: AssigneeSeen, now: Date): Promise<boolean | null> {
  if (!take) {
    if (row.assignee === null) return null;
    if (row.assignee !== user_id) return false;
    await setAssignee(tx, row, { user_id, assignee: null, words: 'given back' }, now);
    return true;
  }
  // Somebody else took it between the look and the lock.
  const taking = takingOf(row, user_id, row.assignee !== seen.assignee || seen.moderates, now);
  if (taking === null) return false;
  if (taking === 'own') return null;
  await setAssignee(tx, row, { user_id, assignee: user_id, words: TAKEN[taking] }, now);
  return true;
}
