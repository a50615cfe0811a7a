import type { EventBody } from '@vimarsh/shared/domain/calls/ledger.ts';
import type { KeyRing } from '../key-ring.ts';
import type { LedgerDatabase } from '../tables.ts';
import { tileOf } from './log.store.ts';
import { WIDTH } from './tree.ts';

/** Bytes of an entry: the hash of an event and the salt of its leaf. */
const ENTRY = 48;

/**
 * A bundle of entries (C2SP tlog-tiles). An entry is what its leaf is the hash of: an event's hash and salt. That tells nobody a text: each
 * text holds `link`, a hash over 16 bytes that only its author is given. Events from before `link` have nothing in them that can't be tried,
 * so a bundle with one of those is not served.
 */
export async function bundleOf(db: LedgerDatabase, keys: KeyRing, n: number, width: number): Promise<Buffer | null> {
  // Only what a signed head covers has a tile.
  if (!(await tileOf(db, 0, n, width))) return null;
  const first = n * WIDTH;
  const events = await db
    .selectFrom('call_events')
    .select(['seq', 'hash', 'canonical'])
    .where('seq', '>', first)
    .where('seq', '<=', first + width)
    .orderBy('seq')
    .execute();
  if (events.length !== width || events.some(({ canonical }) => (JSON.parse(canonical) as EventBody).link === undefined)) return null;
  const length = Buffer.alloc(2);
  length.writeUInt16BE(ENTRY);
  return Buffer.concat(events.flatMap(({ seq, hash }) => [length, Buffer.from(hash, 'hex'), Buffer.from(keys.at(seq).leafSalt(seq), 'hex')]));
}
