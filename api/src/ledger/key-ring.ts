import { hkdfSync, type KeyObject } from 'node:crypto';
import { DataUnusable } from '../platform/data-lock.ts';
import type { Config } from '../platform/platform.ts';
import { createSealing, type Sealing } from '../platform/sealing.ts';
import { firstKey, keyOfSeed, ownKey, publicKeyOf, type Signed, type Signer, seedOf, signerOf } from './signing-key.ts';
import type { LedgerDatabase } from './tables.ts';

type Settings = Pick<Config, 'DATA_DIR' | 'SECRET_KEY'>;

/**
 * The record's key, from the database, where it is sealed with SECRET_KEY: every node with that secret signs alike, and a restored
 * database brings its key along. The first start puts there the key that has signed the record so far. A node that can't open the key
 * is refused, because whatever it signed would break the record.
 */
export async function openKeyRing(db: LedgerDatabase, settings: Settings): Promise<Signer> {
  const seal = settings.SECRET_KEY ? createSealing(Buffer.from(hkdfSync('sha256', settings.SECRET_KEY, '', 'ledger key ring', 32))) : null;
  const kept = (await stored(db)) ?? (await begin(db, settings, seal));
  const key = (seal && kept.sealed && opened(seal, kept.sealed, kept.public_key)) ?? fromFolder(settings, kept);
  if (seal && !kept.sealed)
    await db
      .updateTable('ledger_keys')
      .set({ sealed: sealed(seal, key) })
      .where('id', '=', 1)
      .execute();
  return signerOf(key);
}

interface Kept {
  readonly public_key: string;
  readonly sealed: Uint8Array | null;
}

const stored = (db: LedgerDatabase): Promise<Kept | undefined> =>
  db.selectFrom('ledger_keys').select(['public_key', 'sealed']).where('id', '=', 1).executeTakeFirst();

/** Keeps the key of the record as it is, or a new one; of two nodes at once, the first one's. */
async function begin(db: LedgerDatabase, { DATA_DIR, SECRET_KEY }: Settings, seal: Sealing | null): Promise<Kept> {
  const newest: Signed | undefined = await db.selectFrom('call_events').select(['hash', 'sig']).orderBy('seq', 'desc').limit(1).executeTakeFirst();
  const key = firstKey(DATA_DIR, SECRET_KEY, newest ?? null);
  await db
    .insertInto('ledger_keys')
    .values({ id: 1, public_key: publicKeyOf(key), sealed: seal && sealed(seal, key) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await stored(db))!;
}

const sealed = (seal: Sealing, key: KeyObject): Buffer => seal.seal(seedOf(key), publicKeyOf(key));

/** Null where it was sealed with another secret. */
function opened(seal: Sealing, bytes: Uint8Array, public_key: string): KeyObject | null {
  try {
    return keyOfSeed(seal.open(bytes, public_key));
  } catch {
    return null;
  }
}

/** The key in the data folder, where it is the record's. */
function fromFolder({ DATA_DIR, SECRET_KEY }: Settings, { public_key, sealed }: Kept): KeyObject {
  const key = ownKey(DATA_DIR);
  if (key && publicKeyOf(key) === public_key) return key;
  const remedy = !sealed
    ? 'It lies in keys/ledger-ed25519.pem of the data folder of the node that began the record: put that file back from a backup.'
    : SECRET_KEY
      ? 'It is sealed in the database with another SECRET_KEY: set SECRET_KEY as it was when the record was begun.'
      : 'It is sealed in the database with SECRET_KEY, which is not set here: set it as it was.';
  throw new DataUnusable(`This node can’t open the key ${public_key}, which signs the record of calls, and signs nothing without it. ${remedy}`);
}
