import { readAudit, readLedger } from '@vimarsh/shared/contract/calls/routes.ts';
import type { Platform } from '../platform/platform.ts';
import { createAnchors } from './anchors/create-anchors.ts';
import { Auditor } from './audit/auditor.ts';
import { openKeyRing } from './key-ring.ts';
import { Ledger } from './ledger.ts';
import { serveLog } from './log/log.routes.ts';
import { keepPinned } from './pinned-keys.ts';
import { createWitnesses } from './witnesses/create-witnesses.ts';

const CACHE = 'public, max-age=60';
/** The server is not ready once nobody has gone on with the record for so long. The database cuts its holder off some seconds later. */
const HELD_UP_MS = 3000;

/** The record with its signing key, as one node sees it. */
export const openLedger = async ({ db, config }: Pick<Platform, 'db' | 'config'>): Promise<Ledger> =>
  new Ledger(db, await openKeyRing(db, config), `${config.PUBLIC_HOST}/vimarsh-log`);

/** Opens the record where it is as it was signed, and serves its public files. */
export async function createLedger(platform: Platform): Promise<Ledger> {
  const ledger = await openLedger(platform);
  await ledger.check();
  const witnesses = await createWitnesses(platform, ledger);
  if (!(await ledger.isStopped())) await platform.transaction((tx) => ledger.beginLog(tx));
  const auditor = new Auditor(ledger, {
    onDifference: (what) => platform.log.fatal({ what }, 'The record of calls is not the one that was signed: nothing is added to it any more'),
    onError: (error) => platform.log.warn({ err: error }, 'The record could not be checked; it is tried again in ten minutes'),
  });
  platform.readyWhile(async () => {
    const ms = await ledger.heldUpFor();
    return ms < HELD_UP_MS ? null : `Nothing can be published: whoever holds the lock of the record has not gone on for ${Math.round(ms / 1000)} s.`;
  });
  // No hindrance to traffic: all nodes share the record, so without it there would be nobody left to serve those who read.
  platform.remark(async () => {
    const what = await ledger.difference();
    return what === null
      ? []
      : [`nothing is added to the record of calls, which is not the one that was signed: ${what}. What to do: docs/operating.md, “Health”`];
  });
  platform.gauge('record_stopped', '1 while nothing may be added to the record of calls, so that nothing is published and no call is closed.', async () =>
    Number(await ledger.isStopped()),
  );
  platform.onReady(() => auditor.start());
  // Before the server listens: `npm start` builds the portal on the key from then on.
  platform.onReady(() =>
    keepPinned(platform, ledger).catch((error) => platform.log.warn({ err: error }, 'The keys that releases trust could not be compared')),
  );
  platform.onShutdown(() => auditor.stop());
  platform.on(readAudit, async () => ({ latest: auditor.last() }));
  // A check compares it with a proof of the same moment.
  platform.on(readLedger, () => ledger.file());
  platform.app.get('/.well-known/vimarsh-ledger.json', async (_, reply) => reply.header('cache-control', CACHE).send(await ledger.file()));
  createAnchors(platform);
  ledger.cosignedBy((size) => witnesses.linesFor(size));
  serveLog(platform, ledger);
  return ledger;
}
