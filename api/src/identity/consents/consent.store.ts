import type { ConsentKind, ConsentRecord } from '@vimarsh/shared/contract/consents/types.ts';
import { CONSENTS } from '@vimarsh/shared/domain/people/consents.ts';
import type { Kysely } from 'kysely';
import { ulid } from '../../platform/text/id.ts';
import type { IdentityTables } from '../identity.tables.ts';

type Db = Kysely<IdentityTables>;

/** Where and when somebody decided; `site` is the name the site goes by. */
export interface Occasion {
  site: string;
  ip: string;
  now: Date;
}

interface Decision {
  user_id: string;
  kind: ConsentKind;
  /** The words that were agreed to; null takes it back. */
  words: string | null;
}

/** Keeps a decision about the version in force. */
export async function keepConsent(tx: Db, { user_id, kind, words }: Decision, { site, ip, now }: Occasion): Promise<void> {
  const { version } = CONSENTS[kind];
  await tx
    .insertInto('consents')
    .values({ id: ulid(), user_id, kind, version, given: words !== null, words: words ?? '', site, ip, at: now })
    .execute();
}

/** Keeps a consent unless this version of it is already given. */
export async function keepConsentOnce(tx: Db, decision: Decision & { words: string }, occasion: Occasion): Promise<void> {
  const last = await lastConsent(tx, decision.user_id, decision.kind);
  if (!last?.given || last.version !== CONSENTS[decision.kind].version) await keepConsent(tx, decision, occasion);
}

export function lastConsent(db: Db, user_id: string, kind: ConsentKind) {
  return db
    .selectFrom('consents')
    .select(['given', 'version', 'at'])
    .where('user_id', '=', user_id)
    .where('kind', '=', kind)
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** The newest first, at most 200. */
export async function consentsOf(db: Db, user_id: string): Promise<ConsentRecord[]> {
  const rows = await db
    .selectFrom('consents')
    .select(['kind', 'version', 'given', 'words', 'site', 'at'])
    .where('user_id', '=', user_id)
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}
