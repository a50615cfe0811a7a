import { hashKeyChange, type KeyChange } from '@vimarsh/shared/domain/calls/key-chain.ts';
import { GENESIS, hashRoot } from '@vimarsh/shared/domain/calls/ledger.ts';
import type { KeyRing } from './key-ring.ts';
import { latestRoot } from './roots.store.ts';
import { newKey, nextOwnKey, publicKeyOf, signerOf } from './signing-key.ts';
import type { LedgerDatabase } from './tables.ts';

/**
 * Gives the record another key: the key before signs that the new one follows it, and the new one that it does. From the caller's commit on
 * every node signs with it, because each reads which key it is under the record's lock, which the caller holds; `seq` is the record's end.
 * The key before stays, sealed: salts of what it signed come from it.
 */
export async function rotateKey(tx: LedgerDatabase, keys: KeyRing, seq: number): Promise<KeyChange> {
  const id = keys.size + 1;
  // Without a seal it is in its file before it is the record's: a file without a row is nothing, a row without its file a record that ends.
  const key = keys.seals ? newKey() : nextOwnKey(keys.settings.DATA_DIR, id);
  const last = await latestRoot(tx);
  const change: KeyChange = {
    after: last?.trading_date ?? null,
    root: last ? await hashRoot(last) : GENESIS,
    n: id,
    previous: keys.current.publicKey,
    key: publicKeyOf(key),
  };
  const hash = await hashKeyChange(change);
  const row = { id, public_key: change.key, sealed: await keys.seal(key), after_seq: seq, after_day: change.after, root: change.root };
  await tx
    .insertInto('ledger_keys')
    .values({ ...row, signed: keys.current.sign(hash), accepted: signerOf(key).sign(hash) })
    .execute();
  await tx.updateTable('ledger_head').set({ key: id }).where('id', '=', 1).execute();
  return change;
}
