import type { EventRow, Ledger } from '../../ledger/index.ts';

/** Which of these calls were frozen at an instant: their author had lost the right to publish, as the engine has flagged it. */
export async function frozenAt(ledger: Pick<Ledger, 'eventsOfType'>, call_ids: readonly string[], at: Date): Promise<Set<string>> {
  return frozenBy(await ledger.eventsOfType(call_ids, 'admin_flag', at));
}

/** The calls whose latest flag, in ledger order, freezes them. */
export function frozenBy(flags: readonly Pick<EventRow, 'call_id' | 'canonical'>[]): Set<string> {
  const frozen = new Set<string>();
  for (const { call_id, canonical } of flags) {
    const { flag } = (JSON.parse(canonical) as { payload: { flag?: unknown } }).payload;
    if (flag === 'expert_suspended') frozen.add(call_id);
    if (flag === 'expert_restored') frozen.delete(call_id);
  }
  return frozen;
}
