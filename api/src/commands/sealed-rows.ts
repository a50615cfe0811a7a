import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import { kycSealing } from '../identity/index.ts';
import { whyClosed } from '../ledger/index.ts';
import { BANK_ACCOUNTS_SEAL } from '../money/index.ts';
import { type Sealing, sealingFor } from '../platform/access/sealing.ts';
import { SECRET_FILE } from '../platform/access/server-secret.ts';
import type { Database } from '../platform/database/database.types.ts';
import { pushSealing } from '../push/index.ts';

/** Rows that hold something sealed, by table: all keys of the record, and of each other table one row, because one secret sealed them all. */
export type SealedRows = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;
/** Key files by their name below `keys/`. */
export type KeyFiles = ReadonlyMap<string, string>;

type Settings = Pick<Config, 'DATA_DIR' | 'SECRET_KEY' | 'VAULT_ADDR' | 'VAULT_KEY' | 'VAULT_TOKEN'>;

interface SealedTable {
  readonly table: string;
  readonly id: string;
  readonly sealed: string;
  readonly what: string;
  sealing(secret: string): Sealing;
  /** Not sealed at all without SECRET_KEY. */
  readonly settingOnly?: true;
}

const TABLES: readonly SealedTable[] = [
  { table: 'push_keys', id: 'public_key', sealed: 'sealed', what: 'The key for push messages', sealing: pushSealing, settingOnly: true },
  { table: 'kyc_documents', id: 'id', sealed: 'sealed', what: 'People’s documents', sealing: kycSealing },
  { table: 'kyc_numbers', id: 'user_id', sealed: 'pan_sealed', what: 'People’s PANs', sealing: kycSealing },
  {
    table: 'bank_accounts',
    id: 'user_id',
    sealed: 'number_sealed',
    what: 'People’s bank accounts',
    sealing: (secret) => sealingFor(secret, BANK_ACCOUNTS_SEAL),
  },
];
const LEDGER_KEYS = 'ledger_keys';

/** Gathers such rows from an archive while it is read. */
export class SealedLines {
  readonly #lines = new Map<string, string[]>();
  readonly #files = new Map<string, string>();

  look({ name, body }: { readonly name: string; readonly body: Buffer }): void {
    if (name.startsWith('files/keys/')) this.#files.set(name.slice('files/keys/'.length), body.toString());
    const [kind, table = ''] = name.split('/');
    const isLedger = table === LEDGER_KEYS;
    if (kind !== 'tables' || !(isLedger || TABLES.some((sealed) => sealed.table === table)) || (!isLedger && this.#lines.has(table))) return;
    const lines = isLedger ? body.toString().split('\n').filter(Boolean) : [body.toString('utf8', 0, endOfFirst(body))];
    this.#lines.set(table, [...(this.#lines.get(table) ?? []), ...lines]);
  }

  /** Only once the archive was compared with its manifest: before, these lines may be anything. */
  why(settings: Settings): Promise<string | null> {
    const rows = Object.fromEntries([...this.#lines].map(([table, lines]) => [table, lines.map((line) => JSON.parse(line) as Record<string, unknown>)]));
    return whyShut(rows, this.#files, settings);
  }
}

const endOfFirst = (body: Buffer): number => {
  const end = body.indexOf('\n');
  return end < 0 ? body.length : end;
};

/** The same rows of a database. */
export async function sealedRowsOf(db: Database): Promise<SealedRows> {
  const rowsOf = async (table: string, limit: number) =>
    [
      table,
      (await sql<{ row: Record<string, unknown> }>`select to_jsonb(t) as row from ${sql.table(table)} t limit ${limit}`.execute(db)).rows.map(({ row }) => row),
    ] as const;
  return Object.fromEntries(await Promise.all([rowsOf(LEDGER_KEYS, 1000), ...TABLES.map(({ table }) => rowsOf(table, 1))]));
}

/** The key files of a data folder. */
export function keyFilesIn(directory: string): KeyFiles {
  const folder = join(directory, 'keys');
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
}

/** Why a server with these settings could not open what is sealed in these rows, in a sentence; null where it can open all of it. */
export async function whyShut(rows: SealedRows, files: KeyFiles, settings: Settings): Promise<string | null> {
  const keys = (rows[LEDGER_KEYS] ?? []).map((row) => ({
    id: Number(row.id),
    public_key: String(row.public_key),
    sealed: row.sealed === null ? null : bytesOf(row.sealed),
  }));
  const why = await whyClosed(keys, files, settings);
  if (why) return why;
  const inFile = files.get(SECRET_FILE);
  for (const table of TABLES) {
    const row = rows[table.table]?.[0];
    if (!row || row[table.sealed] === null) continue;
    const secret = settings.SECRET_KEY ?? (table.settingOnly ? undefined : inFile);
    if (opens(table, row, secret)) continue;
    if (!table.settingOnly && settings.SECRET_KEY && opens(table, row, inFile))
      return `${table.what} are sealed with the secret in keys/${SECRET_FILE} of the data folder, not with this SECRET_KEY: set SECRET_KEY to what that file holds.`;
    return settings.SECRET_KEY
      ? `${table.what} can’t be opened: sealed with another SECRET_KEY. Set SECRET_KEY as it was.`
      : `${table.what} can’t be opened: sealed with SECRET_KEY, which is not set here. Set it as it was.`;
  }
  return null;
}

function opens({ id, sealed, sealing }: SealedTable, row: Readonly<Record<string, unknown>>, secret: string | undefined): boolean {
  if (!secret) return false;
  try {
    sealing(secret).open(bytesOf(row[sealed]), String(row[id]));
    return true;
  } catch {
    return false;
  }
}

/** Bytes as PostgreSQL writes them in JSON: `\x` and hexadecimal. */
const bytesOf = (value: unknown): Buffer => Buffer.from(String(value).slice(2), 'hex');
