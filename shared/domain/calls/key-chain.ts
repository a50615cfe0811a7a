import type { LedgerKey } from '../../contract/calls/ledger-key.ts';
import type { LedgerFile } from '../../contract/calls/types.ts';
import { canonicalJson, GENESIS, hashText, publicKey, signed } from './ledger.ts';

/** What the key before and the new key both sign when the ledger's key changes. */
export interface KeyChange {
  /** Trading date of the last root that the key before signed, and its hash; null and 64 zeros where there was none yet. */
  readonly after: string | null;
  readonly root: string;
  /** Which of the ledger's keys begins, counted from 1: 2 for the first change. */
  readonly n: number;
  readonly previous: string;
  readonly key: string;
}
export const hashKeyChange = ({ after, root, n, previous, key }: KeyChange): Promise<string> => hashText(canonicalJson({ after, key, n, previous, root }));

/** A root as far as it decides which keys were in force. */
interface RootPlace {
  readonly trading_date: string;
  readonly prev_root: string;
}

/** The ledger's keys in the order they were in force, the latest last. */
export interface KeyChain {
  /** Public keys, where each change is signed by the key before and by the new one; otherwise the latest alone, which proves nothing of others. */
  readonly keys: readonly string[];
  /** Whether every change is signed by both. */
  readonly holds: boolean;
  /** Where each key but the first began. */
  readonly changes: readonly Pick<KeyChange, 'after' | 'root'>[];
  /** The key that signs the root of a date, and the head with it. */
  ofRoot(trading_date: string): CryptoKey | null;
  nameOfRoot(trading_date: string): string;
  /** The keys that may have signed an event under this root, or one that waits for the root after `latest`. */
  ofEvent(root: RootPlace | null, latest: string | undefined): readonly (CryptoKey | null)[];
  namesOfEvent(root: RootPlace | null, latest: string | undefined): readonly string[];
}

/**
 * Reads the ledger's keys. Each signs only in its time: roots after the one it follows, up to the one its successor follows; on the day of
 * a change, events of both keys lie under the new one's first root. `keys` undefined: there has been one key only.
 */
export async function openKeyChain(latest: string, keys: readonly LedgerKey[] = [{ public_key: latest, since: null }]): Promise<KeyChain> {
  const opened = await Promise.all(keys.map((key) => publicKey(key.public_key)));
  const changes = keys.slice(1).map(({ since }) => ({ after: since?.after ?? null, root: since?.root ?? '' }));
  const holds = keys.at(-1)?.public_key === latest && keys[0]?.since === null && (await changesHold(keys, opened));
  const began = (at: number): string => (at === 0 ? '' : (changes[at - 1]!.after ?? ''));
  const atRoot = (date: string): number => keys.findLastIndex((_, at) => at === 0 || began(at) < date);
  const atEvent = (root: RootPlace | null, last = ''): number[] =>
    [...keys.keys()].filter((at) => {
      const end = changes[at];
      if (!root) return !end || (end.after ?? '') >= last;
      const inTime = !end || (end.after ?? '') >= root.trading_date || end.root === root.prev_root;
      return inTime && (at === 0 || began(at) < root.trading_date);
    });
  return {
    keys: holds ? keys.map((key) => key.public_key) : [latest],
    holds,
    changes,
    ofRoot: (date) => opened[atRoot(date)] ?? null,
    nameOfRoot: (date) => keys[atRoot(date)]?.public_key ?? '',
    ofEvent: (root, last) => atEvent(root, last).map((at) => opened[at] ?? null),
    namesOfEvent: (root, last) => atEvent(root, last).map((at) => keys[at]!.public_key),
  };
}

/** The ledger's keys as published, where one of them is among those a reader trusts and signatures tie the others to it; null where not. */
export async function trustedChain(trusted: readonly string[], ledger: Pick<LedgerFile, 'public_key' | 'keys'>): Promise<KeyChain | null> {
  const chain = await openKeyChain(ledger.public_key, ledger.keys);
  return chain.holds && chain.keys.some((key) => trusted.includes(key)) ? chain : null;
}

async function changesHold(keys: readonly LedgerKey[], opened: readonly (CryptoKey | null)[]): Promise<boolean> {
  for (const [at, { public_key, since }] of keys.entries()) {
    if (at === 0) continue;
    const before = keys[at - 1]!;
    if (!since || (since.after ?? '') < (before.since?.after ?? '') || (since.after === null && since.root !== GENESIS)) return false;
    const hash = await hashKeyChange({ ...since, n: at + 1, previous: before.public_key, key: public_key });
    if (!(await signed(opened[at - 1]!, since.signed, hash)) || !(await signed(opened[at]!, since.accepted, hash))) return false;
  }
  return true;
}
