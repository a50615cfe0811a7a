import { readWitnesses } from '@vimarsh/shared/contract/calls/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { latestHead } from '../log/log.store.ts';
import { tablesOf } from '../tables.ts';
import { checkCosigned, linesFor, reportOf } from './witnesses.store.ts';
import { Witnesses } from './witnesses.ts';

/** Has heads of the log co-signed by the witnesses of the settings, and says who did. Throws RecordDiffers where a co-signed head is gone. */
export async function createWitnesses(platform: Platform): Promise<{ linesFor(size: number): Promise<string> }> {
  const { db, log, config } = platform;
  const own = tablesOf(db);
  const settings = config.WITNESSES;
  await checkCosigned(own, settings);
  const witnesses = new Witnesses(own, settings, {
    onRefusal: (witness, why) => log.fatal({ witness, why }, 'A witness refuses the head of the log: the record of calls is not the one it saw'),
    onSilence: (witness, why) => log.warn({ witness, why }, 'A witness could not be asked to co-sign; it will be again'),
  });
  platform.remark(() => witnesses.refusals());
  platform.onReady(() => witnesses.start());
  platform.onShutdown(() => witnesses.stop());
  platform.on(readWitnesses, async () => {
    const head = await latestHead(own);
    return {
      head: head && { size: head.size, root: head.root, signed_at: head.signed_at.toISOString() },
      witnesses: await Promise.all(settings.map((witness) => reportOf(own, witness, head))),
    };
  });
  return { linesFor: (size) => linesFor(own, size, settings) };
}
