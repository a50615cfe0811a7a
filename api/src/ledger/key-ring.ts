import type { LedgerKey } from '@vimarsh/shared/contract/calls/ledger-key.ts';
import type { ManifestSignature } from '@vimarsh/shared/contract/receipt/manifest.ts';
import { isManifest } from '@vimarsh/shared/domain/evidence/manifest.ts';
import { DataUnusable } from '../platform/database/data-lock.ts';
import type { Config } from '../platform/platform.ts';
import type { KeySeal } from './seal/key-seal.ts';
import { type SealSettings, sealOf } from './seal/seal-of.ts';
import { isOfVault, VaultFailed } from './seal/vault.ts';
import { fileOf, firstKey, keyOfSeed, keyOfText, newKey, ownKey, publicKeyOf, type Signed, type Signer, seedOf, signerOf } from './signing-key.ts';
import type { KeyRow, LedgerDatabase } from './tables.ts';

type Settings = Pick<Config, 'DATA_DIR'> & SealSettings;

/** The record's keys, each in its time. */
export class KeyRing {
  readonly settings: Settings;
  readonly #seal: KeySeal | null;
  #keys: readonly { readonly row: KeyRow; readonly signer: Signer }[] = [];

  constructor(settings: Settings, seal: KeySeal | null) {
    this.settings = settings;
    this.#seal = seal;
  }

  /** Signs what is added now. */
  get current(): Signer {
    return this.#keys.at(-1)!.signer;
  }

  /** Whether keys are sealed in the database, and lie in no file. */
  get seals(): boolean {
    return this.#seal !== null;
  }

  get size(): number {
    return this.#keys.length;
  }

  get rows(): readonly KeyRow[] {
    return this.#keys.map(({ row }) => row);
  }

  /** The key that signed an event. */
  at(seq: number): Signer {
    return this.#keys.findLast(({ row }) => row.id === 1 || row.after_seq < seq)!.signer;
  }

  /** The key that signed the root of a date, and the head with it. */
  ofRoot(trading_date: string): Signer {
    return this.#keys.findLast(({ row }) => row.id === 1 || (row.after_day ?? '') < trading_date)!.signer;
  }

  /** As anyone may read them. */
  published(): LedgerKey[] {
    return this.rows.map(({ id, public_key, after_day, root, signed, accepted }) => ({
      public_key,
      since: id === 1 ? null : { after: after_day, root: root!, signed: signed!, accepted: accepted! },
    }));
  }

  /** The signature over the text of an evidence file's manifest. Throws for any other: what these keys sign must say itself what it is. */
  signManifest(text: string): ManifestSignature {
    if (!isManifest(text)) throw new Error('This is no manifest of an evidence file');
    const { current } = this;
    return { public_key: current.publicKey, signature: current.sign(Buffer.from(text).toString('hex')), keys: this.published() };
  }

  /** Reads the keys where there are other than `size` of them; refuses where one can't be opened: signing with another would break the record. */
  async keepUp(db: LedgerDatabase, size: number): Promise<void> {
    if (size === this.size) return;
    const rows = await db.selectFrom('ledger_keys').selectAll().orderBy('id').execute();
    const keys = [];
    for (const row of rows) keys.push({ row, signer: signerOf(await this.#open(db, row)) });
    // Of two readings at once the later one counts, whichever ends last.
    if (keys.length >= this.size) this.#keys = keys;
  }

  async #open(db: LedgerDatabase, row: KeyRow) {
    const { id, public_key, sealed } = row;
    const { seed, why } = await unseal(this.#seal, row);
    const key = seed ? keyOfSeed(seed) : ownKey(this.settings.DATA_DIR, id);
    if (!key || publicKeyOf(key) !== public_key) throw cannotOpen(row, why, this.settings);
    // From now on every node that knows this seal can open the key, and no seal before it can.
    if (this.#seal && !(sealed && this.#seal.made(sealed)) && (seed || !sealed))
      await db.updateTable('ledger_keys').set({ sealed: await this.seal(key) }).where('id', '=', id).execute(); // biome-ignore format: one line
    return key;
  }

  /** The private half as it is stored; null where nothing seals it. */
  async seal(key: ReturnType<typeof keyOfSeed>): Promise<Buffer | null> {
    try {
      return (await this.#seal?.seal(seedOf(key), publicKeyOf(key))) ?? null;
    } catch (error) {
      if (error instanceof VaultFailed) throw new DataUnusable(`The record’s key could not be sealed: ${error.message}. Nothing was changed.`);
      throw error;
    }
  }
}

/**
 * The record's keys, from the database, where they are sealed with SECRET_KEY or by Vault: every node that opens them signs alike, and a
 * restored database brings its keys along. The first start puts there the key that has signed the record so far. A node that can't open them
 * is refused.
 */
export async function openKeyRing(db: LedgerDatabase, settings: Settings): Promise<KeyRing> {
  const ring = new KeyRing(settings, sealOf(settings));
  await ring.keepUp(db, -1);
  if (ring.size === 0) await begin(db, ring);
  return ring;
}

/** Why these keys, as a backup has them, could not be opened with the settings; null where they can. `files`: the key files with them, by name. */
export async function whyClosed(
  rows: readonly Pick<KeyRow, 'id' | 'public_key' | 'sealed'>[],
  files: ReadonlyMap<string, string>,
  settings: Settings,
): Promise<string | null> {
  const seal = sealOf(settings);
  for (const row of rows) {
    const { seed, why } = await unseal(seal, row);
    const key = seed ? keyOfSeed(seed) : keyOfText(files.get(fileOf(row.id)) ?? '');
    if (!key || publicKeyOf(key) !== row.public_key) return cannotOpen(row, why, settings).message;
  }
  return null;
}

/** Keeps the key of the record as it is, or a new one; of two nodes at once, the first one's. */
async function begin(db: LedgerDatabase, ring: KeyRing): Promise<void> {
  const newest: Signed | undefined = await db.selectFrom('call_events').select(['hash', 'sig']).orderBy('seq', 'desc').limit(1).executeTakeFirst();
  const { DATA_DIR, SECRET_KEY, VAULT_KEY } = ring.settings;
  // What follows from SECRET_KEY would be no secret of Vault's.
  const key = VAULT_KEY && !newest ? newKey() : firstKey(DATA_DIR, SECRET_KEY, newest ?? null);
  await db
    .insertInto('ledger_keys')
    .values({ id: 1, public_key: publicKeyOf(key), sealed: await ring.seal(key) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await ring.keepUp(db, -1);
}

type Row = Pick<KeyRow, 'id' | 'public_key' | 'sealed'>;

/** The private half of a key; `why`: what Vault said where it did not open it. */
async function unseal(seal: KeySeal | null, { sealed, public_key }: Row): Promise<{ seed: Buffer | null; why: string }> {
  try {
    return { seed: seal && sealed ? await seal.open(sealed, public_key) : null, why: '' };
  } catch (error) {
    return { seed: null, why: error instanceof VaultFailed ? error.message : '' };
  }
}

function cannotOpen(row: Row, why: string, settings: Settings): DataUnusable {
  return new DataUnusable(
    `This node can’t open the key ${row.public_key}, which signs the record of calls, and signs nothing without it. ${remedyFor(row, why, settings)}`,
  );
}

function remedyFor({ id, sealed }: Row, why: string, { SECRET_KEY, VAULT_KEY }: Settings): string {
  if (!sealed)
    return `It lies in keys/${fileOf(id)} of the data folder of the node that began ${id === 1 ? 'the record' : 'to use it'}: put that file back from a backup.`;
  if (isOfVault(sealed))
    return VAULT_KEY
      ? `It is sealed in the database by a key of Vault, which did not open it: ${why}. See that Vault answers, and set VAULT_ADDR, VAULT_TOKEN and VAULT_KEY as they were.`
      : 'It is sealed in the database by a key of Vault, and VAULT_KEY is not set here: set VAULT_ADDR, VAULT_TOKEN and VAULT_KEY as they were.';
  return SECRET_KEY
    ? 'It is sealed in the database with another SECRET_KEY: set SECRET_KEY as it was when the record was begun.'
    : 'It is sealed in the database with SECRET_KEY, which is not set here: set it as it was.';
}
