import type { OwnRiskProfile, RiskAnswers, RiskCategory } from '@vimarsh/shared/contract/risk-profile/types.ts';
import { holds, validTill } from '@vimarsh/shared/domain/risk/validity.ts';
import { type ColumnType, type Kysely, sql } from 'kysely';
import type { Database } from '../platform/platform.ts';

interface RiskRow {
  id: string;
  user_id: string;
  version: string;
  category: RiskCategory;
  answered_at: Date;
  /** Of an older version they may be others than today's. */
  answers: ColumnType<Readonly<Record<string, string>> | null, string, null>;
  score: number | null;
}

export type RiskDb = Kysely<{ risk_profiles: RiskRow }>;
export const risksOf = (db: Database): RiskDb => db;
type Db = ReturnType<typeof risksOf>;

const HISTORY_MOST = 50;

/** Until the transaction ends nobody else changes this person's profile. */
export async function lockRisk(tx: Db, user_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`risk ${user_id}`}, 0))`.execute(tx);
}

interface Answered {
  readonly id: string;
  readonly user_id: string;
  readonly version: string;
  readonly answers: RiskAnswers;
  readonly score: number;
  readonly category: RiskCategory;
  readonly answered_at: Date;
}

/** Of what was answered before, only the category and its day stay. */
export async function storeRisk(tx: Db, { answers, ...row }: Answered): Promise<void> {
  await withoutAnswers(tx).where('user_id', '=', row.user_id).execute();
  await tx
    .insertInto('risk_profiles')
    .values({ ...row, answers: JSON.stringify(answers) })
    .execute();
}

const withoutAnswers = (db: Db) => db.updateTable('risk_profiles').set({ answers: null, score: null }).where('answers', 'is not', null);

const latestFirst = (db: Db, user_id: string) =>
  db.selectFrom('risk_profiles').selectAll().where('user_id', '=', user_id).orderBy('answered_at', 'desc').orderBy('id', 'desc');

export async function riskOf(db: Db, user_id: string, now: Date): Promise<OwnRiskProfile> {
  const rows = await latestFirst(db, user_id).limit(HISTORY_MOST).execute();
  const [latest] = rows;
  const isHeld = latest !== undefined && latest.answers !== null && holds(latest.answered_at, now);
  return {
    profile: isHeld
      ? {
          version: latest.version,
          answers: latest.answers!,
          score: latest.score!,
          category: latest.category,
          answered_at: latest.answered_at.toISOString(),
          valid_till: validTill(latest.answered_at),
        }
      : null,
    history: rows.map(({ category, version, answered_at }) => ({ category, version, answered_at: answered_at.toISOString() })),
  };
}

/** All that is kept of a person, for the copy of one's data. */
export async function riskKept(db: Db, user_id: string) {
  const rows = await latestFirst(db, user_id).execute();
  return rows.map(({ id: _id, user_id: _own, ...row }) => row);
}

export async function forgetRisk(tx: Db, user_id: string): Promise<void> {
  await tx.deleteFrom('risk_profiles').where('user_id', '=', user_id).execute();
}

/** Answers that nothing goes by any more, and categories that nobody asks for. */
export async function tidyRisk(db: Db, before: { readonly answers: Date; readonly history: Date }): Promise<void> {
  await withoutAnswers(db).where('answered_at', '<', before.answers).execute();
  await db.deleteFrom('risk_profiles').where('answered_at', '<', before.history).execute();
}
