import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { RecordDiffers } from '../ledger/index.ts';
import type { OpenDatabase } from '../platform/database/database.types.ts';
import { purposeOf } from '../platform/start/database-purpose.ts';
import { composeServer } from '../server.ts';

/** Rows at once: nobody waits for an answer meanwhile. */
const AT_ONCE = { page: 1000, pause: async () => undefined };

/** What the check of the whole record found, in words. */
export interface Found {
  readonly holds: boolean;
  readonly words: string;
}

/**
 * Checks the whole record as a server on this database would, and closes the database: every event with its signature and its receipt, daily
 * roots, keys, the log and its heads, the rows that screens show, and who follows whom. Throws what is no finding.
 */
export async function checkWhole(config: Config, log: Logger, database: OpenDatabase): Promise<Found> {
  try {
    // As its own server: the settings of whoever checks may lack what switches the demo off, and a check adds no accounts.
    const own = { ...config, demo: (await purposeOf(database.db)) === 'demo' };
    const { platform, ledger, communications, endTurn } = await composeServer(own, log, { database: Promise.resolve(database) });
    try {
      await endTurn();
      const began = performance.now();
      await ledger.audit(AT_ONCE);
      const broken = await ledger.brokenRules(AT_ONCE);
      const { seq } = await ledger.head();
      const { keys = [], roots } = await ledger.file();
      const said = await communications.check(keys.map(({ public_key }) => public_key));
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      const counted = [count(seq, 'event'), count(roots.length, 'daily root'), count(keys.length, 'key')].join(', ');
      if (broken.length > 0) return { holds: false, words: `The record is as it was signed, and does not keep its own rules:\n${broken.join('\n')}` };
      if (said.wrong.length > 0) return { holds: false, words: `What was said is not as it was written:\n${said.wrong.join('\n')}` };
      return {
        holds: true,
        words: `The record is as it was signed: ${counted}, the receipts, the rows that screens show and the follows. What was said is as it was written: ${count(said.entries, 'entry').replace(/ys$/, 'ies')} of ${count(said.chains, 'chain')}. Read in ${seconds} s.`,
      };
    } finally {
      await platform.close();
    }
  } catch (error) {
    if (error instanceof RecordDiffers) return { holds: false, words: error.message };
    throw error;
  }
}

const count = (n: number, one: string): string => `${n.toLocaleString('en-IN')} ${one}${n === 1 ? '' : 's'}`;
