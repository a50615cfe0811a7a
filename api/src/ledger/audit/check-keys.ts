import { openKeyChain } from '@vimarsh/shared/domain/calls/key-chain.ts';
import { hashRoot } from '@vimarsh/shared/domain/calls/ledger.ts';
import type { KeyRing } from '../key-ring.ts';
import type { RootRow } from '../tables.ts';
import { differs } from './record-differs.ts';

/** Each change to one of the first `count` keys is signed by both keys, follows the root it names, and lies between the events of that root and of the next. */
export async function checkKeys(keys: KeyRing, count: number, roots: readonly RootRow[]): Promise<void> {
  // There may be more by now, after roots that were not read.
  const rows = keys.rows.slice(0, count);
  const chain = await openKeyChain(rows.at(-1)!.public_key, keys.published().slice(0, count));
  if (!chain.holds) differs('a change of its key is not signed by the key before and the new one');
  for (const { id, after_seq, after_day, root } of rows.slice(1)) {
    const at = roots.findIndex(({ trading_date }) => trading_date === after_day);
    const before = roots[at];
    const next = roots[at + 1];
    const named = after_day === null ? true : before !== undefined && (await hashRoot(before)) === root;
    if (!named) differs(`key ${id} follows a root that is not there`);
    if (after_seq < (before?.last_seq ?? 0) || after_seq > (next?.last_seq ?? after_seq)) differs(`key ${id} begins at another event than its root says`);
  }
}
