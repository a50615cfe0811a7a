import type { Environment, ProofKey } from '@vimarsh/shared/contract/partners/types.ts';
import type { ColumnType, Generated, Kysely } from 'kysely';
import type { AccessKey } from './access-key.ts';

type Json<T> = ColumnType<T, string, string>;

/** What the row keeps of an environment; its web address depends on where the platform runs. */
export type StoredEnvironment = Omit<Environment, 'hostUrl'>;

export interface PartnersTables {
  partners: { key: string; broker_id: number; environment: Json<StoredEnvironment>; host_url: string | null; status: Generated<'active' | 'closed'> };
  access_keys: {
    key: string;
    partner_key: string;
    origins: Json<string[]>;
    widgets: Json<string[]>;
    proof_keys: ColumnType<ProofKey[] | null, string | null | undefined, string>;
    status: Generated<AccessKey['status']>;
    expires_at: Date | null;
    created_at: Date;
    /** For whoever hands keys out; those of the demo have none. */
    name: Generated<string>;
    entered_by: Generated<string>;
    /** The key whose place it takes. */
    replaces: ColumnType<string | null, string | null | undefined, string | null>;
    revoked_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  };
}
export type PartnersDb = Kysely<PartnersTables>;

export interface PartnerRow {
  key: string;
  environment: StoredEnvironment;
  host_url: string | null;
}

export function readPartners(db: PartnersDb): Promise<PartnerRow[]> {
  return db.selectFrom('partners').select(['key', 'environment', 'host_url']).where('status', '=', 'active').orderBy('broker_id').execute();
}

export async function readAccessKeys(db: PartnersDb): Promise<AccessKey[]> {
  const rows = await db
    .selectFrom('access_keys')
    .select(['key', 'partner_key', 'origins', 'widgets', 'proof_keys', 'status', 'expires_at'])
    .orderBy('created_at')
    .orderBy('key')
    .execute();
  return rows.map(({ expires_at, ...row }) => ({ ...row, expires_at: expires_at?.toISOString() ?? null }));
}
