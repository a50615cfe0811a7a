import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OptionCall } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { Call, CallProof, LedgerFile } from '@vimarsh/shared/contract/calls/types.ts';
import type { OpenedReceipt } from '@vimarsh/shared/contract/receipt/types.ts';
import { authorRecordId, readEntry, type SignedAuthor } from '@vimarsh/shared/domain/calls/author-entry.ts';
import { eventsIn } from '@vimarsh/shared/domain/calls/author-step.ts';
import type { EventRow, Ledger } from '../../ledger/index.ts';
import { python } from '../../platform/testing/python.testing.ts';
import { viewCall } from '../equity/call-view.ts';
import type { CallRow } from '../equity/tables.ts';

/** What docs/record-format.md calls an export. */
export interface Export {
  readonly ledger: LedgerFile;
  readonly checkpoint: string;
  /** The log's tiles of level 0, base64. */
  readonly leaves: string;
  readonly calls: readonly { readonly shown: Call | OptionCall; readonly proof: CallProof }[];
  readonly receipts?: readonly OpenedReceipt[];
  /** The records of their authors. */
  readonly authors: readonly CallProof[];
}

export const AUTHOR = { full_name: '', profession: 'Analyst', picture: '', verified: true, reg_no: '' } as const;

/** The record with these calls, as anybody could gather it who may read them. */
export async function exportOf(ledger: Ledger, rows: readonly CallRow[], eventsOf: (id: string) => readonly EventRow[]): Promise<Export> {
  const authors = new Map<string, CallProof>();
  for (const user_id of new Set(rows.map(({ expert_id }) => expert_id))) {
    const record = await ledger.eventsOf(authorRecordId(user_id));
    if (record.length > 0) authors.set(user_id, await ledger.prove(record, null));
  }
  const shownWith = async (row: CallRow) => {
    const proof = await ledger.prove(eventsOf(row.id), null);
    const record = authors.get(row.expert_id);
    const entry = record && readEntry(eventsIn(record).at(-1)!.payload);
    const signed = entry ?? (eventsIn(proof)[0]!.payload.author as SignedAuthor);
    const author = { ...AUTHOR, full_name: signed.name, profession: signed.category, reg_no: signed.reg_no, verified: entry?.standing === 'registered' };
    return { shown: viewCall(row, { ...author, user_id: row.expert_id }), proof };
  };
  const checkpoint = (await ledger.checkpoint())!;
  const size = Number(checkpoint.split('\n')[1]);
  const tiles = Array.from({ length: Math.ceil(size / 256) }, (_, n) => ledger.tile(0, n, Math.min(256, size - 256 * n)));
  const leaves = Buffer.concat((await Promise.all(tiles)).map((tile) => tile!)).toString('base64');
  return { ledger: await ledger.file(), checkpoint, leaves, calls: await Promise.all(rows.map(shownWith)), authors: [...authors.values()] };
}

const VERIFIER = fileURLToPath(new URL('../../../../e2e/record/verify.py', import.meta.url));

/** What the Python verifier says of an export, line by line, with the prices of the feed as a site serves them to anybody. */
export async function verifiedWithPrices(exported: Export, key: string, site: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vimarsh-export-'));
  try {
    writeFileSync(join(folder, 'export.json'), JSON.stringify(exported));
    const words = [VERIFIER, join(folder, 'export.json'), '--key', key, '--prices', site];
    // Not in one breath: this process answers what it asks.
    return await new Promise((done, fail) =>
      execFile(python(), words, (_, stdout, stderr) => (stderr ? fail(new Error(stderr)) : done(stdout.trim().split('\n')))),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What the Python verifier says of an export, line by line. */
export function verifiedElsewhere(exported: Export, key: string, kept?: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'vimarsh-export-'));
  try {
    writeFileSync(join(folder, 'export.json'), JSON.stringify(exported));
    writeFileSync(join(folder, 'kept'), kept ?? '');
    const { stdout, stderr } = spawnSync(python(), [VERIFIER, join(folder, 'export.json'), '--key', key, '--before', join(folder, 'kept')], {
      encoding: 'utf8',
    });
    if (stderr !== '') throw new Error(stderr);
    return stdout.trim().split('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}
