import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
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
import { viewOptionCall } from '../options/call-view.ts';
import type { OptionRow } from '../options/tables.ts';

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

const AUTHOR = { full_name: '', profession: 'Analyst', picture: '', verified: true, reg_no: '' } as const;

/** Authors as a page shows them: by their signed records, or by the publication where a stage has none. */
function createAuthors(ledger: Ledger) {
  const records = new Map<string, CallProof | null>();
  const recordOf = async (user_id: string): Promise<CallProof | null> => {
    if (!records.has(user_id)) {
      const events = await ledger.eventsOf(authorRecordId(user_id));
      records.set(user_id, events.length > 0 ? await ledger.prove(events, null) : null);
    }
    return records.get(user_id)!;
  };
  const shown = async (user_id: string, proof: CallProof) => {
    const record = await recordOf(user_id);
    const entry = record && readEntry(eventsIn(record).at(-1)!.payload);
    const signed = entry ?? (eventsIn(proof)[0]!.payload.author as SignedAuthor);
    const verified = entry?.standing === 'registered';
    return { ...AUTHOR, full_name: signed.name, profession: signed.category, reg_no: signed.reg_no, verified, user_id };
  };
  return { shown, records: () => [...records.values()].filter((record) => record !== null) };
}

/** The record with these calls, as anybody could gather it who may read them. */
export async function exportOf(
  ledger: Ledger,
  rows: readonly CallRow[],
  eventsOf: (id: string) => readonly EventRow[],
  options: readonly OptionRow[] = [],
): Promise<Export> {
  const authors = createAuthors(ledger);
  const calls: Export['calls'][number][] = [];
  for (const row of rows) {
    const proof = await ledger.prove(eventsOf(row.id), null);
    calls.push({ shown: viewCall(row, await authors.shown(row.expert_id, proof)), proof });
  }
  for (const row of options) {
    const proof = await ledger.prove(eventsOf(row.id), null);
    calls.push({ shown: viewOptionCall(row, await authors.shown(row.expert_id, proof), undefined), proof });
  }
  const checkpoint = (await ledger.checkpoint())!;
  const size = Number(checkpoint.split('\n')[1]);
  const tiles = Array.from({ length: Math.ceil(size / 256) }, (_, n) => ledger.tile(0, n, Math.min(256, size - 256 * n)));
  const leaves = Buffer.concat((await Promise.all(tiles)).map((tile) => tile!)).toString('base64');
  return { ledger: await ledger.file(), checkpoint, leaves, calls, authors: authors.records() };
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

/** The copies of a JSON value that differ in one field each: what has to be put where. */
export interface Alteration {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
}

const DRIVER = `
import copy, functools, json, sys
sys.path.insert(0, sys.argv[1])
import verify
verify.signed = functools.cache(verify.signed)
with open(sys.argv[2], encoding='utf-8') as file:
    given = json.load(file)
def wrong(export):
    try:
        return list(verify.export_wrong(export, verify.unbase64url(given['key']), None))[:1]
    except Exception as error:
        return [repr(error)]
told = [wrong(given['export'])]
for one in given['alterations']:
    export = copy.deepcopy(given['export'])
    *way, last = one['path']
    part = functools.reduce(lambda part, name: part[name], way, export)
    part[last] = one['value']
    told.append(wrong(export))
print(json.dumps(told))
`;

/** The first thing that the Python verifier says of an export as it is, and then with each alteration alone; null where it holds. */
export function alteredElsewhere(exported: Export, key: string, alterations: readonly Alteration[]): (string | null)[] {
  const folder = mkdtempSync(join(tmpdir(), 'vimarsh-altered-'));
  try {
    writeFileSync(join(folder, 'given.json'), JSON.stringify({ export: exported, key, alterations }));
    const { stdout, stderr } = spawnSync(python(), ['-c', DRIVER, dirname(VERIFIER), join(folder, 'given.json')], { encoding: 'utf8', maxBuffer: 1 << 28 });
    if (stderr !== '') throw new Error(stderr);
    return (JSON.parse(stdout) as string[][]).map(([first]) => first ?? null);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
