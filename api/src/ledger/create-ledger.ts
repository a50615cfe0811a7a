import { readLedger } from '@vimarsh/shared/contract/calls/routes.ts';
import type { Platform } from '../platform/platform.ts';
import { Ledger } from './ledger.ts';
import { openSigner, type Signed } from './signing-key.ts';
import { tablesOf } from './tables.ts';

const CACHE = 'public, max-age=60';

/** The record with its signing key, as one node sees it. */
export const openLedger = ({ db, config }: Pick<Platform, 'db' | 'config'>, newest: Signed | null = null): Ledger =>
  new Ledger(db, openSigner(config.DATA_DIR, config.SECRET_KEY, newest));

/** Opens the record and serves its public file. */
export async function createLedger(platform: Platform): Promise<Ledger> {
  const newest = await tablesOf(platform.db).selectFrom('call_events').select(['hash', 'sig']).orderBy('seq', 'desc').limit(1).executeTakeFirst();
  const ledger = openLedger(platform, newest);
  platform.on(readLedger, () => ledger.file(), { cache: CACHE });
  platform.app.get('/.well-known/vimarsh-ledger.json', async (_, reply) => reply.header('cache-control', CACHE).send(await ledger.file()));
  return ledger;
}
