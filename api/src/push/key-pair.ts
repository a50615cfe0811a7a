import { createECDH, createPrivateKey, createSign, generateKeyPairSync, hkdfSync, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import { type KeyFile, keyFromFile, readKeyFile } from '../platform/access/key-file.ts';
import { createSealing, type Sealing } from '../platform/access/sealing.ts';
import { DataUnusable } from '../platform/database/data-lock.ts';
import type { Config } from '../platform/platform.ts';
import type { PushDb } from './push.store.ts';

/** Proves to push services that messages are ours (VAPID, RFC 8292). */
export interface PushKey {
  /** Point on P-256, uncompressed, base64url: what browsers subscribe with. */
  readonly public_key: string;
  /** The `Authorization` header for a push service, good for an hour. `subject`: how its people reach us. */
  authorization(endpoint: string, subject: string, now: Date): string;
}

type Settings = Pick<Config, 'DATA_DIR' | 'SECRET_KEY'>;

/**
 * The pair is made once and stays: a browser takes messages only from the key it subscribed with. It lies in the database, sealed with
 * SECRET_KEY; without that secret in the data folder. A node that can't open it is refused.
 */
export async function openPushKey(db: PushDb, { DATA_DIR, SECRET_KEY }: Settings): Promise<PushKey> {
  const file = fileIn(DATA_DIR);
  if (!SECRET_KEY) {
    const [kept, own] = [await stored(db), readKeyFile(file)];
    if (kept && (!own || publicKeyOf(own) !== kept.public_key)) throw unusable(kept.sealed !== null);
    const key = keyFromFile(file);
    if (!kept) await keep(db, { public_key: publicKeyOf(key), sealed: null });
    return pushKeyOf(key);
  }
  const sealing = pushSealing(SECRET_KEY);
  const sealed = (key: KeyObject) => sealing.seal(key.export({ format: 'der', type: 'pkcs8' }), publicKeyOf(key));
  if (!(await stored(db))) {
    const first = readKeyFile(file) ?? newKey();
    // Of two nodes at once the first one's stays.
    await keep(db, { public_key: publicKeyOf(first), sealed: sealed(first) });
  }
  const kept = (await stored(db))!;
  if (!kept.sealed) {
    const own = readKeyFile(file);
    if (!own || publicKeyOf(own) !== kept.public_key) throw unusable(false);
    await db
      .updateTable('push_keys')
      .set({ sealed: sealed(own) })
      .where('id', '=', 1)
      .execute();
    return pushKeyOf(own);
  }
  try {
    return pushKeyOf(createPrivateKey({ key: sealing.open(kept.sealed, kept.public_key), format: 'der', type: 'pkcs8' }));
  } catch {
    throw unusable(true);
  }
}

/** Seals the pair with SECRET_KEY. */
export const pushSealing = (secret: string): Sealing => createSealing(Buffer.from(hkdfSync('sha256', secret, '', 'push key', 32)));

const stored = (db: PushDb) => db.selectFrom('push_keys').select(['public_key', 'sealed']).where('id', '=', 1).executeTakeFirst();

async function keep(db: PushDb, row: { public_key: string; sealed: Buffer | null }): Promise<void> {
  await db
    .insertInto('push_keys')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const FILE = 'push-p256.pem';
const newKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
const fileIn = (dataDir: string): KeyFile<KeyObject> => ({
  path: join(dataDir, 'keys', FILE),
  read(pem) {
    try {
      const key = createPrivateKey(pem);
      return key.asymmetricKeyType === 'ec' ? key : null;
    } catch {
      return null;
    }
  },
  make: () => newKey().export({ format: 'pem', type: 'pkcs8' }) as string,
  remedy: 'Browsers that take our messages subscribed with it: put it back from a backup.',
});

const unusable = (sealed: boolean): DataUnusable =>
  new DataUnusable(
    `This node can’t open the key for push messages. ${sealed ? 'It is sealed in the database with SECRET_KEY: set SECRET_KEY as it was when the server first started.' : `It lies in keys/${FILE} of the data folder of the first node: put that file back from a backup.`}`,
  );

/** The point that a private key stands for, base64url. */
function publicKeyOf(key: KeyObject): string {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(Buffer.from(key.export({ format: 'jwk' }).d as string, 'base64url'));
  return pair.getPublicKey('base64url');
}

const HOUR_S = 3600;
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

export function pushKeyOf(key: KeyObject): PushKey {
  const public_key = publicKeyOf(key);
  return {
    public_key,
    authorization(endpoint, subject, now) {
      const exp = Math.floor(now.getTime() / 1000) + HOUR_S;
      const claims = `${part({ typ: 'JWT', alg: 'ES256' })}.${part({ aud: new URL(endpoint).origin, exp, sub: subject })}`;
      const signature = createSign('sha256').update(claims).sign({ key, dsaEncoding: 'ieee-p1363' }, 'base64url');
      return `vapid t=${claims}.${signature}, k=${public_key}`;
    },
  };
}
