import { createHmac, createPrivateKey, createPublicKey, createSecretKey, generateKeyPairSync, hkdfSync, type KeyObject, sign, verify } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type KeyFile, keyFromFile, readKeyFile } from '../platform/access/key-file.ts';

const signInPool = promisify<null, Buffer, KeyObject, Buffer>(sign);

/** Signs the ledger's hashes (Ed25519). */
export interface Signer {
  /** base64url, 32 bytes. */
  readonly publicKey: string;
  /** Signature (base64url) over the bytes of a hex hash. */
  sign(hash: string): string;
  /** The same on a thread of Node's pool, for many at once: each takes a tenth of a millisecond. */
  signInPool(hash: string): Promise<string>;
  /** Whether a signature over the bytes of a hex hash is this key's. */
  signed(hash: string, sig: string): boolean;
  /** 16 bytes (hex) that hide an event's place in the expert's chain; the same each time. */
  salt(expert_id: string, n: number): string;
  /** 16 bytes (hex) that hide an event in the log; the same each time. */
  leafSalt(seq: number): string;
}

/** The file of one of a node's own keys, by its number, in `keys` of its data folder. */
export const fileOf = (id: number): string => (id === 1 ? 'ledger-ed25519.pem' : `ledger-ed25519-${id}.pem`);

/** base64url, 32 bytes. */
export const publicKeyOf = (key: KeyObject): string => createPublicKey(key).export({ format: 'jwk' }).x as string;

/** The 32 bytes that are the private key. */
export const seedOf = (key: KeyObject): Buffer => Buffer.from(key.export({ format: 'jwk' }).d as string, 'base64url');

export function signerOf(privateKey: KeyObject): Signer {
  // As a key object: made of bytes anew for each salt, it would take four times as long, and a start makes one for each event it reads.
  const saltKey = createSecretKey(Buffer.from(hkdfSync('sha256', seedOf(privateKey), '', 'place', 32)));
  const publicKey = createPublicKey(privateKey);
  return {
    publicKey: publicKeyOf(privateKey),
    signed: (hash, sig) => verify(null, Buffer.from(hash, 'hex'), publicKey, Buffer.from(sig, 'base64url')),
    sign: (hash) => sign(null, Buffer.from(hash, 'hex'), privateKey).toString('base64url'),
    signInPool: async (hash) => (await signInPool(null, Buffer.from(hash, 'hex'), privateKey)).toString('base64url'),
    salt: (expert_id, n) => createHmac('sha256', saltKey).update(`${n} ${expert_id}`).digest().toString('hex', 0, 16),
    leafSalt: (seq) => createHmac('sha256', saltKey).update(`leaf ${seq}`).digest().toString('hex', 0, 16),
  };
}

/** The prefix of a 32-byte Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Something that the record's key has signed. */
export interface Signed {
  readonly hash: string;
  readonly sig: string;
}

/**
 * The key a database without one starts with: the one that has signed its record so far, because readers check proofs against one key. A
 * new record uses the key derived from `secret`, which is the same on every node; without a secret it uses the one in `<dataDir>/keys`,
 * generated if missing and readable by its owner only. A node without the record's key is refused.
 */
export function firstKey(dataDir: string, secret?: string, newest: Signed | null = null): KeyObject {
  const shared = secret ? keyOf(secret) : null;
  if (!newest) return shared ?? keyFromFile(fileIn(dataDir, 1, false));
  const signedBy = (key: KeyObject): boolean => verify(null, Buffer.from(newest.hash, 'hex'), createPublicKey(key), Buffer.from(newest.sig, 'base64url'));
  if (shared && signedBy(shared)) return shared;
  const own = ownKey(dataDir);
  if (own && signedBy(own)) return own;
  throw new Error(
    `the record in the database was signed with another key than this node has. Set SECRET_KEY as it was, or copy keys/${fileOf(1)} from the data folder of the node that began the record`,
  );
}

/** A key, by its number, that a node without a secret made in its data folder for a record that has begun; null where there is none. */
export const ownKey = (dataDir: string, id = 1): KeyObject | null => readKeyFile(fileIn(dataDir, id, true));

/** Another key of a node without a secret, made in its data folder where there is none yet. */
export const nextOwnKey = (dataDir: string, id: number): KeyObject => keyFromFile(fileIn(dataDir, id, false));

export const newKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey;

const fileIn = (dataDir: string, id: number, recorded: boolean): KeyFile<KeyObject> => ({
  path: join(dataDir, 'keys', fileOf(id)),
  read: keyOfText,
  make: () => newKey().export({ format: 'pem', type: 'pkcs8' }) as string,
  remedy: recorded
    ? 'It has signed the record of calls, and nothing can be added without it: put it back from a backup.'
    : 'No call is recorded yet: put it back from a backup, or delete it, and a new key is made.',
});

/** The key that 32 bytes are. */
export const keyOfSeed = (seed: Buffer): KeyObject => createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });

/** The key that a key file holds; null where its text is none. */
export function keyOfText(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

const keyOf = (secret: string): KeyObject => keyOfSeed(Buffer.from(hkdfSync('sha256', secret, '', 'ledger', 32)));
