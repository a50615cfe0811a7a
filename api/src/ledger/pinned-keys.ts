import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LEDGER_KEYS_FILE, ledgerKeys } from '@vimarsh/shared/contract/release/ledger-keys.ts';
import type { Platform } from '../platform/platform.ts';
import type { Ledger } from './ledger.ts';

const fileIn = (dataDir: string): string => join(dataDir, 'releases', LEDGER_KEYS_FILE);

/** Names a key to the builds of the portal, as the one they trust. False: another stands there and is not to be replaced (`anew`). */
export function pinKey(dataDir: string, key: string, anew: boolean): boolean {
  mkdirSync(join(dataDir, 'releases'), { recursive: true });
  // Whole or not at all: half a file would be a key that no browser knows.
  const draft = `${fileIn(dataDir)}.${process.pid}`;
  try {
    writeFileSync(draft, `${JSON.stringify([key])}\n`, { flush: true });
    if (anew) renameSync(draft, fileIn(dataDir));
    else linkSync(draft, fileIn(dataDir));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The keys that stand there; null where it can't be read. */
function pinned(dataDir: string): readonly string[] | null {
  try {
    return ledgerKeys.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')));
  } catch {
    return null;
  }
}

/**
 * At the first start names the record's key to the builds of the portal; from then on a record that was not begun or continued with it is
 * said, for every browser will refuse it. Not in the demo, whose key lives as long as its data folder.
 */
export async function keepPinned({ config, log, remark }: Pick<Platform, 'config' | 'log' | 'remark'>, ledger: Ledger): Promise<void> {
  const { public_key, keys = [] } = await ledger.file();
  if (config.demo) return;
  try {
    if (pinKey(config.DATA_DIR, public_key, false)) return;
  } catch (error) {
    log.warn(
      { err: error },
      `The record’s key could not be named to builds of the portal in ${fileIn(config.DATA_DIR)}: they trust the first key that they see`,
    );
    return;
  }
  const named = pinned(config.DATA_DIR);
  const known = named?.length === 0 || named?.some((key) => keys.some((one) => one.public_key === key));
  if (known) return;
  const what = `releases/${LEDGER_KEYS_FILE} ${named ? 'names none of the keys of this record: browsers refuse it' : 'can’t be read'}`;
  log.fatal({ public_key }, `${what}. Put the record’s database back, or name its key there and release mf-recommendations`);
  remark(() => [what]);
}
