import { revokeAccessKey, setProofKeys } from '@vimarsh/shared/contract/partners/routes.ts';
import type { ProofKey } from '@vimarsh/shared/contract/partners/types.ts';
import { importJWK, type JWK } from 'jose';
import { doneBy } from '../platform/access/audit.ts';
import { readAgain } from '../platform/nodes/read-again.ts';
import { Fail, type Platform } from '../platform/platform.ts';
import type { AccessKey } from './access-key.ts';
import { type PartnersDb, readAccessKeys } from './partner.store.ts';
import type { Partners } from './partners.ts';

/** A key that was revoked or made elsewhere counts here within five seconds. They are a few hundred short rows. */
export const KEYS_READ_MS = 3000;

/** Widget keys in memory, read again from time to time because another node, or a command, may have made or revoked one. */
export async function createAccessKeys(platform: Platform, everyMs = KEYS_READ_MS): Promise<Pick<Partners, 'accessKey' | 'accessKeysOf'>> {
  const db: PartnersDb = platform.db;
  let keys: readonly AccessKey[] = [];
  let byKey = new Map<string, AccessKey>();
  const read = async (): Promise<void> => {
    keys = await readAccessKeys(db);
    byKey = new Map(keys.map((key) => [key.key, key]));
  };
  await read();

  readAgain(platform, 'access keys', read, everyMs);

  platform.on(revokeAccessKey, async ({ body: { access_key } }, ctx) => {
    const key = byKey.get(access_key);
    if (!key) throw new Fail('KEY_UNKNOWN');
    await platform.transaction(async (tx: PartnersDb) => {
      await tx.updateTable('access_keys').set({ status: 'revoked', revoked_at: new Date() }).where('key', '=', access_key).execute();
      await platform.audit.write(tx, {
        ...doneBy(ctx),
        action: 'access-key.revoke',
        object: access_key,
        partner_key: key.partner_key,
      });
    });
    await read();
    return { access_key, status: 'revoked' as const };
  });

  platform.on(setProofKeys, async ({ body: { access_key, keys: given } }, ctx) => {
    const key = byKey.get(access_key);
    if (!key) throw new Fail('KEY_UNKNOWN');
    if (key.proof_keys === null) throw new Fail('BAD_REQUEST', { problems: [{ path: 'access_key', message: 'Not a key of an app' }] });
    await Promise.all(given.map(requireUsable));
    await platform.transaction(async (tx: PartnersDb) => {
      await tx
        .updateTable('access_keys')
        .set({ proof_keys: JSON.stringify(given) })
        .where('key', '=', access_key)
        .execute();
      await platform.audit.write(tx, {
        ...doneBy(ctx),
        action: 'access-key.proof-keys',
        object: access_key,
        partner_key: key.partner_key,
      });
    });
    await read();
    return { access_key, kids: given.map(({ kid }) => kid) };
  });

  return { accessKey: (key) => byKey.get(key) ?? null, accessKeysOf: (partner_key) => keys.filter((key) => key.partner_key === partner_key) };
}

const ALGORITHMS = { OKP: 'EdDSA', EC: 'ES256', RSA: 'RS256' } as const;

/** A key of the right form may still be no point of its curve. */
async function requireUsable(key: ProofKey, at: number): Promise<void> {
  await importJWK(key as JWK, ALGORITHMS[key.kty]).catch(() => {
    throw new Fail('BAD_REQUEST', { problems: [{ path: `keys.${at}`, message: 'Not a public key that can be used' }] });
  });
}
