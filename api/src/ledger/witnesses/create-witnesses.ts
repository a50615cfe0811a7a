import { readWitnesses } from '@vimarsh/shared/contract/calls/routes.ts';
import type { Platform } from '../../platform/platform.ts';
import { RecordDiffers } from '../audit/record-differs.ts';
import type { Ledger } from '../ledger.ts';
import { latestHead } from '../log/log.store.ts';
import { recordTables } from '../tables.ts';
import { checkHeld, type Doubt, logKeysOf, START_WAIT_MS } from './held-heads.ts';
import type { WitnessSetting } from './witness-settings.ts';
import { checkCosigned, linesFor, reportOf } from './witnesses.store.ts';
import { Witnesses } from './witnesses.ts';

const BEHIND =
  'The database of the record is older than what was signed: nothing is added to it any more. Put the latest backup back; if there is none later, whatever is lost stays lost in the eyes of the witnesses: take them out of WITNESSES to go on without them';
/** How long a server that runs waits for one witness. */
const WAIT_MS = 10_000;

/**
 * Has heads of the log co-signed by the witnesses of the settings, and says who did. Throws RecordDiffers where a co-signed head is gone. Where
 * a witness holds a head that this record signed and no longer has, the record is stopped before anything is signed, and goes on being served.
 */
export async function createWitnesses(platform: Platform, ledger: Ledger): Promise<{ linesFor(size: number): Promise<string> }> {
  const { db, log, config } = platform;
  const own = recordTables(db);
  const settings = config.WITNESSES;
  await checkCosigned(own, settings);
  let behind: string | null = null;
  let doubts: readonly Doubt[] = [];
  const check = async (some: readonly WitnessSetting[], within: number): Promise<void> => {
    const found = await checkHeld(own, ledger, some, within);
    for (const { what } of found.filter((one) => !doubts.some((before) => before.what === one.what)))
      log.fatal({ what }, 'Somebody has to look at the record of calls');
    doubts = [...doubts.filter(({ witness }) => !some.some(({ name }) => name === witness)), ...found];
  };
  const ask = (some: readonly WitnessSetting[], within: number): Promise<void> =>
    check(some, within).catch((error: unknown) => {
      if (!(error instanceof RecordDiffers)) throw error;
      ledger.stop();
      if (behind !== error.what) log.fatal({ what: error.what }, BEHIND);
      behind = error.what;
    });
  await ask(settings, START_WAIT_MS);
  ledger.alsoCheck(() => check(settings, WAIT_MS));
  const witnesses = new Witnesses(own, settings, {
    onRefusal: (witness, why) => log.fatal({ witness, why }, 'A witness refuses the head of the log: the record of calls is not the one it saw'),
    onSilence: (witness, why) => log.warn({ witness, why }, 'A witness could not be asked to co-sign; it will be again'),
    onDoubt: (witness) => ask([witness], WAIT_MS),
    keys: () => logKeysOf(ledger),
  });
  platform.remark(() => [...(behind ? [`nothing is added to the record of calls: ${behind}`] : []), ...doubts.map(({ what }) => what), ...witnesses.remarks()]);
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
