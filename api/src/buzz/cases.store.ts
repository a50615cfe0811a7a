import type { BuzzCase } from '@vimarsh/shared/contract/buzz/types.ts';
import { CASE_DUE_MS } from '@vimarsh/shared/domain/buzz/limits.ts';
import { sql } from 'kysely';
import { ulid } from '../platform/text/id.ts';
import type { ListPlace } from './posts.store.ts';
import type { BuzzDb, CaseRow, CaseStep, ReportRow, StepRow } from './tables.ts';

export const caseById = (db: BuzzDb, id: string): Promise<CaseRow | undefined> =>
  db.selectFrom('buzz_cases').selectAll().where('id', '=', id).executeTakeFirst();

export const lockedCase = (tx: BuzzDb, id: string): Promise<CaseRow | undefined> =>
  tx.selectFrom('buzz_cases').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Adds to a case’s history. The case’s row is locked, or new, so numbers have no holes. */
export async function addStep(tx: BuzzDb, case_id: string, by_id: string, step: CaseStep, words: string, at: Date): Promise<void> {
  const { steps } = await tx
    .selectFrom('buzz_steps')
    .select(({ fn }) => fn.countAll<number>().as('steps'))
    .where('case_id', '=', case_id)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('buzz_steps')
    .values({ case_id, n: Number(steps) + 1, by_id, step, words, at })
    .execute();
}

type Opening = Pick<CaseRow, 'kind' | 'target_kind' | 'target_id' | 'post_id' | 'author_id'>;

/** The open case of this kind about a target, or a new one. The post’s row is locked, so there is never a second one. */
export async function openCase(tx: BuzzDb, opening: Opening, by_id: string, words: string, now: Date): Promise<CaseRow> {
  const existing = await tx
    .selectFrom('buzz_cases')
    .selectAll()
    .where('target_id', '=', opening.target_id)
    .where('kind', '=', opening.kind)
    .where('state', '=', 'open')
    .forUpdate()
    .executeTakeFirst();
  if (existing) return existing;
  const row: CaseRow = {
    id: ulid(),
    ...opening,
    state: 'open',
    assignee: null,
    opened_at: now,
    due_at: new Date(now.getTime() + CASE_DUE_MS),
    closed_at: null,
  };
  await tx.insertInto('buzz_cases').values(row).execute();
  await addStep(tx, row.id, by_id, 'opened', words, now);
  return row;
}

export const reportBy = (db: BuzzDb, target_id: string, reporter_id: string): Promise<ReportRow | undefined> =>
  db.selectFrom('buzz_reports').selectAll().where('target_id', '=', target_id).where('reporter_id', '=', reporter_id).executeTakeFirst();

export const reportById = (db: BuzzDb, id: string): Promise<ReportRow | undefined> =>
  db.selectFrom('buzz_reports').selectAll().where('id', '=', id).executeTakeFirst();

/** Which of these targets a member reported. */
export async function reportedBy(db: BuzzDb, target_ids: readonly string[], reporter_id: string): Promise<Set<string>> {
  if (target_ids.length === 0) return new Set();
  const rows = await db.selectFrom('buzz_reports').select('target_id').where('target_id', 'in', target_ids).where('reporter_id', '=', reporter_id).execute();
  return new Set(rows.map(({ target_id }) => target_id));
}

/** Members whose reports a case has. */
export async function reportsIn(db: BuzzDb, case_id: string): Promise<number> {
  const { reports } = await db
    .selectFrom('buzz_reports')
    .select(({ fn }) => fn.countAll<number>().as('reports'))
    .where('case_id', '=', case_id)
    .executeTakeFirstOrThrow();
  return Number(reports);
}

export const appealsOf = async (db: BuzzDb, post_ids: readonly string[]): Promise<Map<string, CaseRow>> => {
  const rows =
    post_ids.length === 0 ? [] : await db.selectFrom('buzz_cases').selectAll().where('kind', '=', 'appeal').where('target_id', 'in', post_ids).execute();
  return new Map(rows.map((row) => [row.target_id, row]));
};

export const openCasesOf = (db: BuzzDb, target_id: string): Promise<CaseRow[]> =>
  db.selectFrom('buzz_cases').selectAll().where('target_id', '=', target_id).where('state', '=', 'open').execute();

export interface CaseFilter {
  readonly state: BuzzCase['state'];
  readonly queue?: BuzzCase['kind'] | undefined;
  /** Null: nobody’s. */
  readonly assignee?: string | null | undefined;
  readonly behind?: ListPlace | undefined;
}

/** Open cases by their due time, closed ones the latest first. */
export async function casesIn(db: BuzzDb, { state, queue, assignee, behind }: CaseFilter, limit: number): Promise<CaseRow[]> {
  let query = db.selectFrom('buzz_cases').selectAll().where('state', '=', state);
  if (queue) query = query.where('kind', '=', queue);
  if (assignee !== undefined) query = query.where('assignee', assignee === null ? 'is' : '=', assignee);
  if (state === 'open') {
    if (behind) query = query.where(sql<boolean>`(due_at, id) > (${behind.at}, ${behind.id})`);
    return query.orderBy('due_at').orderBy('id').limit(limit).execute();
  }
  if (behind) query = query.where(sql<boolean>`(closed_at, id) < (${behind.at}, ${behind.id})`);
  return query.orderBy('closed_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export const reportsOfCases = async (db: BuzzDb, case_ids: readonly string[]): Promise<ReportRow[]> =>
  case_ids.length === 0 ? [] : db.selectFrom('buzz_reports').selectAll().where('case_id', 'in', case_ids).orderBy('at').orderBy('id').execute();

export const stepsOfCases = async (db: BuzzDb, case_ids: readonly string[]): Promise<StepRow[]> =>
  case_ids.length === 0 ? [] : db.selectFrom('buzz_steps').selectAll().where('case_id', 'in', case_ids).orderBy('n').execute();
