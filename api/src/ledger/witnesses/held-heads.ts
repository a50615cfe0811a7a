import { isCheckpointSigned } from '@vimarsh/shared/domain/log/checkpoint.ts';
import { differs } from '../audit/record-differs.ts';
import type { Ledger } from '../ledger.ts';
import { latestHead, logOrigin } from '../log/log.store.ts';
import type { LedgerDatabase } from '../tables.ts';
import { lastCheckpointOf } from './witness.client.ts';
import type { WitnessSetting } from './witness-settings.ts';

/** What a witness shows that proves nothing and that somebody should look at. */
export interface Doubt {
  readonly witness: string;
  readonly what: string;
}

/** All keys of the record, which sign its log one after another. */
export async function logKeysOf(ledger: Pick<Ledger, 'file'>): Promise<string[]> {
  const { public_key, keys = [] } = await ledger.file();
  return [public_key, ...keys.map((key) => key.public_key)];
}

/** A start waits so long for all of them together. */
export const START_WAIT_MS = 3_000;

/**
 * Asks witnesses for the last head they saw. One that this record's own key signed and that is not here shows that the database is not the
 * latest: yesterday's backup, or a stand-by that had not yet heard everything. Whatever it signed next would be a second past. A witness can't
 * make that up, and one that is silent, or shows what no key here has signed, proves nothing. Throws RecordDiffers.
 *
 * Answers what somebody should look at all the same: heads of this log by a key that is not here. A backup from before a change of the key
 * lacks that key; so does a log that somebody else made up, which is why nothing stops.
 */
export async function checkHeld(
  db: LedgerDatabase,
  ledger: Pick<Ledger, 'file' | 'origin'>,
  witnesses: readonly WitnessSetting[],
  within: number,
): Promise<readonly Doubt[]> {
  const begun = await latestHead(db);
  const origin = begun ? logOrigin(begun.note) : ledger.origin;
  const held = await Promise.all(witnesses.map(async (witness) => ({ witness, head: await lastCheckpointOf(witness, origin, within) })));
  if (!held.some(({ head }) => head)) return [];
  const ours = await logKeysOf(ledger);
  const latest = await latestHead(db);
  const doubts: Doubt[] = [];
  for (const { witness, head } of held) {
    if (!head) continue;
    // After they were asked: what was signed meanwhile is here by now.
    const own = await db.selectFrom('log_heads').select(['root', 'note']).where('size', '=', head.size).executeTakeFirst();
    if (own?.root === Buffer.from(head.root, 'base64').toString('hex') && own.note.startsWith(head.text)) continue;
    const signed = await Promise.all(ours.map((key) => isCheckpointSigned(head, key)));
    if (signed.includes(true)) differs(`it has not the head of ${head.size} events that it signed and the witness ${witness.name} holds`);
    if (latest?.note.startsWith(`${head.origin}\n`))
      doubts.push({
        witness: witness.name,
        what: `the witness ${witness.name} holds a head of ${head.size} events of this log by a key that the record does not have: after a restore, the backup may be from before a change of the key`,
      });
  }
  return doubts;
}
