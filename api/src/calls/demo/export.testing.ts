import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OptionCall } from '@vimarsh/shared/contract/calls/options/types.ts';
import type { Call, CallProof, LedgerFile } from '@vimarsh/shared/contract/calls/types.ts';
import type { OpenedReceipt } from '@vimarsh/shared/contract/receipt/types.ts';
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
}

export const AUTHOR = { full_name: '', profession: 'Analyst', picture: '', verified: true, reg_no: '' } as const;

/** The record with these calls, as anybody could gather it who may read them. */
export async function exportOf(ledger: Ledger, rows: readonly CallRow[], eventsOf: (id: string) => readonly EventRow[]): Promise<Export> {
  const shownWith = async (row: CallRow) => ({
    shown: viewCall(row, { ...AUTHOR, user_id: row.expert_id }),
    proof: await ledger.prove(eventsOf(row.id), null),
  });
  const checkpoint = (await ledger.checkpoint())!;
  const size = Number(checkpoint.split('\n')[1]);
  const tiles = Array.from({ length: Math.ceil(size / 256) }, (_, n) => ledger.tile(0, n, Math.min(256, size - 256 * n)));
  const leaves = Buffer.concat((await Promise.all(tiles)).map((tile) => tile!)).toString('base64');
  return { ledger: await ledger.file(), checkpoint, leaves, calls: await Promise.all(rows.map(shownWith)) };
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
