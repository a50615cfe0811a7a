import { GENESIS, hashText } from '@vimarsh/shared/domain/calls/ledger.ts';
import { headPath, serialPath } from '@vimarsh/shared/domain/evidence/communication-chain.ts';
import { manifestText } from '@vimarsh/shared/domain/evidence/manifest.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Database } from '../platform/platform.ts';
import { givingWay } from '../platform/processor/give-way.ts';
import { communicationTables, type HeadRowOfChain } from './tables.ts';

interface Parts {
  readonly platform: { readonly db: Database; transaction<T>(work: (tx: Database) => Promise<T>): Promise<T> };
  readonly ledger: Pick<Ledger, 'signManifest'>;
  readonly site: string;
  readonly clock: () => Date;
}

const AT_ONCE = 200;

/**
 * Signs the head of every chain that has grown since. Each names the one before, so that who rewrites a chain later, or takes a head out, needs the
 * ledger’s key. Two nodes at once: one of them stores, and the other finds nothing left.
 */
export async function signHeads({ platform, ledger, site, clock }: Parts): Promise<number> {
  const db = communicationTables(platform.db);
  const giveWay = givingWay();
  let signed = 0;
  // In the order of their names, each once: no index holds those that have grown, because every message would have to renew it.
  for (let after = ''; ; ) {
    const chains = await db
      .selectFrom('communication_chains')
      .selectAll()
      .where('chain', '>', after)
      .whereRef('n', '>', 'signed_n')
      .orderBy('chain')
      .limit(AT_ONCE)
      .execute();
    if (chains.length === 0) return signed;
    after = chains.at(-1)!.chain;
    let last: Pick<HeadRowOfChain, 'serial' | 'manifest'> | undefined = await db
      .selectFrom('communication_heads')
      .selectAll()
      .orderBy('serial', 'desc')
      .limit(1)
      .executeTakeFirst();
    const heads: HeadRowOfChain[] = [];
    for (const { chain, n, hash } of chains) {
      const serial: number = (last?.serial ?? 0) + 1;
      const before = last ? await hashText(last.manifest) : GENESIS;
      const manifest = manifestText({ made_at: clock().toISOString(), site, user_id: '' }, [
        { path: headPath(chain, n), sha256: hash },
        { path: serialPath(serial - 1), sha256: before },
      ]);
      last = { serial, manifest };
      heads.push({ serial, chain, n, manifest, signature: JSON.stringify(await ledger.signManifest(manifest)) });
      await giveWay();
    }
    const stored = await platform.transaction(async (shared) => {
      const tx = communicationTables(shared);
      const made = await tx
        .insertInto('communication_heads')
        .values(heads)
        .onConflict((conflict) => conflict.doNothing())
        .returning('serial')
        .execute();
      if (made.length !== heads.length) return false;
      for (const { chain, n } of heads) await tx.updateTable('communication_chains').set({ signed_n: n }).where('chain', '=', chain).execute();
      return true;
    });
    // Another node signs, and goes on.
    if (!stored) return signed;
    signed += heads.length;
  }
}
