import { GENESIS, hashText } from '@vimarsh/shared/domain/calls/ledger.ts';
import { brokenLink, headHolds } from '@vimarsh/shared/domain/evidence/check-communications.ts';
import type { ChainLine } from '@vimarsh/shared/domain/evidence/communication-chain.ts';
import { readManifest } from '@vimarsh/shared/domain/evidence/manifest.ts';
import { differencesOf, entriesBehind, headsOfChain, missingChains } from './chains.store.ts';
import { lineFor } from './showing.ts';
import type { CommunicationDb } from './tables.ts';

const NOBODY: ReadonlySet<string> = new Set();
const MOST = 50;

/** What is wrong with the chains: entries that do not follow, heads that are not theirs, and rows that are not what was entered. */
export async function checkChains(db: CommunicationDb, keys: readonly string[]): Promise<{ entries: number; chains: number; wrong: string[] }> {
  const wrong: string[] = [];
  let [entries, chains] = [0, 0];
  for (let after = ''; ; ) {
    const page = await db.selectFrom('communication_chains').selectAll().where('chain', '>', after).orderBy('chain').limit(200).execute();
    for (const { chain, n, hash } of page) {
      chains += 1;
      const heads = new Map((await headsOfChain(db, chain)).map((head) => [head.n, head]));
      let before: ChainLine | null = null;
      for (;;) {
        const rows = await entriesBehind(db, { chain, only: null, between: null }, before?.n ?? 0);
        for (const row of rows) {
          const line = lineFor(row, null, NOBODY);
          const why: string | null = before === null && line.n !== 1 ? `${line.n} is the first` : await brokenLink(line, before);
          if (why) wrong.push(`${chain}: ${why}`);
          const head = heads.get(line.n);
          if (head && !(await headHolds(head, line.hash, { keys }))) wrong.push(`${chain}: the signed head ${line.n} is another`);
          heads.delete(line.n);
          before = line;
          entries += 1;
        }
        if (rows.length === 0 || wrong.length > MOST) break;
      }
      if (before?.n !== n || before?.hash !== hash) wrong.push(`${chain}: it ends at ${before?.n ?? 0} instead of ${n}`);
      for (const missing of heads.keys()) wrong.push(`${chain}: entry ${missing} was signed and is missing`);
      for (const { kind, ref, why } of await differencesOf(db, chain)) wrong.push(`${chain}: ${kind} ${ref} ${why}`);
    }
    if (page.length === 0 || wrong.length > MOST) break;
    after = page.at(-1)!.chain;
  }
  const missing = await missingChains(db);
  wrong.push(...missing.map((chain) => `${chain}: nothing of it was entered`), ...(await brokenHeads(db)));
  return { entries, chains, wrong };
}

/** Heads that do not name the one before. */
async function brokenHeads(db: CommunicationDb): Promise<string[]> {
  let [serial, before] = [0, GENESIS];
  for (;;) {
    const page = await db.selectFrom('communication_heads').selectAll().where('serial', '>', serial).orderBy('serial').limit(500).execute();
    if (page.length === 0) return [];
    for (const head of page) {
      if (head.serial !== serial + 1 || readManifest(head.manifest)?.[1]?.sha256 !== before) return [`heads: ${head.serial} does not follow ${serial}`];
      [serial, before] = [head.serial, await hashText(head.manifest)];
    }
  }
}
