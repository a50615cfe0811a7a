import { CASE_DUE_MS } from '@vimarsh/shared/domain/buzz/limits.ts';
import { sql } from 'kysely';
import type { Database } from '../platform/platform.ts';
import { ulid } from '../platform/text/id.ts';
import { type CaseArea, type CaseRow, type CaseStep, caseTables, type ReportRow, type StepRow } from './tables.ts';

export const caseById = (db: Database, area: CaseArea, id: string): Promise<CaseRow | undefined> =>
  caseTables(db).selectFrom('buzz_cases').selectAll().where('id', '=', id).where('area', '=', area).executeTakeFirst();

export const lockedCase = (tx: Database, area: CaseArea, id: string): Promise<CaseRow | undefined> =>
  caseTables(tx).selectFrom('buzz_cases').selectAll().where('id', '=', id).where('area', '=', area).forUpdate().executeTakeFirst();

/** Adds to a case’s history. The case’s row is locked, or new, so numbers have no holes. */
export async function addStep(tx: Database, case_id: string, by_id: string, step: CaseStep, words: string, at: Date): Promise<void> {
  const { steps } = await caseTables(tx)
    .selectFrom('buzz_steps')
    .select(({ fn }) => fn.countAll<number>().as('steps'))
    .where('case_id', '=', case_id)
    .executeTakeFirstOrThrow();
  await caseTables(tx)
    .insertInto('buzz_steps')
    .values({ case_id, n: Number(steps) + 1, by_id, step, words, at })
    .execute();
}

type Opening = Pick<CaseRow, 'area' | 'kind' | 'target_kind' | 'target_id' | 'post_id' | 'author_id'>;

/** The open case of this kind about a target, or a new one. The row of its place is locked, so there is never a second one. */
export async function openCase(tx: Database, opening: Opening, by_id: string, words: string, now: Date): Promise<CaseRow> {
  const existing = await caseTables(tx)
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
  await caseTables(tx).insertInto('buzz_cases').values(row).execute();
  await addStep(tx, row.id, by_id, 'opened', words, now);
  return row;
}

export const reportBy = (db: Database, target_id: string, reporter_id: string): Promise<ReportRow | undefined> =>
  caseTables(db).selectFrom('buzz_reports').selectAll().where('target_id', '=', target_id).where('reporter_id', '=', reporter_id).executeTakeFirst();

export const reportById = (db: Database, id: string): Promise<ReportRow | undefined> =>
  caseTables(db).selectFrom('buzz_reports').selectAll().where('id', '=', id).executeTakeFirst();

/** Which of these targets a member reported. */
export async function reportedBy(db: Database, target_ids: readonly string[], reporter_id: string): Promise<Set<string>> {
  if (target_ids.length === 0) return new Set();
  const rows = await caseTables(db)
    .selectFrom('buzz_reports')
    .select('target_id')
    .where('target_id', 'in', target_ids)
    .where('reporter_id', '=', reporter_id)
    .execute();
  return new Set(rows.map(({ target_id }) => target_id));
}

/** Members whose reports a case has. */
export async function reportersIn(db: Database, case_id: string): Promise<string[]> {
  const rows = await caseTables(db).selectFrom('buzz_reports').select('reporter_id').where('case_id', '=', case_id).execute();
  return rows.map(({ reporter_id }) => reporter_id);
}

/** Whether a moderator let a target stand after an instant: by a report, a review or an appeal; null: ever. */
export async function wasLetStand(db: Database, target_id: string, since: Date | null): Promise<boolean> {
  let query = caseTables(db).selectFrom('buzz_cases').select('id').where('target_id', '=', target_id).where('state', '=', 'dismissed');
  if (since) query = query.where('closed_at', '>', since);
  return (await query.executeTakeFirst()) !== undefined;
}

export const appealsOf = async (db: Database, post_ids: readonly string[]): Promise<Map<string, CaseRow>> => {
  const rows =
    post_ids.length === 0
      ? []
      : await caseTables(db).selectFrom('buzz_cases').selectAll().where('kind', '=', 'appeal').where('target_id', 'in', post_ids).execute();
  return new Map(rows.map((row) => [row.target_id, row]));
};

export const openCasesOf = (db: Database, target_id: string): Promise<CaseRow[]> =>
  caseTables(db).selectFrom('buzz_cases').selectAll().where('target_id', '=', target_id).where('state', '=', 'open').execute();

/** An open case about this place that a moderator has in hand. */
export const caseInHand = (db: Database, area: CaseArea, post_id: string, assignee: string): Promise<CaseRow | undefined> =>
  caseTables(db)
    .selectFrom('buzz_cases')
    .selectAll()
    .where('post_id', '=', post_id)
    .where('area', '=', area)
    .where('state', '=', 'open')
    .where('assignee', '=', assignee)
    .orderBy('id')
    .executeTakeFirst();

/** Behind which a page begins: the time that a list is ordered by, and the id. */
export interface CasePlace {
  readonly at: Date;
  readonly id: string;
}

export interface CaseFilter {
  readonly area: CaseArea;
  readonly state: CaseRow['state'];
  readonly queue?: CaseRow['kind'] | undefined;
  /** Null: nobody’s. */
  readonly assignee?: string | null | undefined;
  readonly behind?: CasePlace | undefined;
}

/** Open cases by their due time, closed ones the latest first. */
export async function casesIn(db: Database, { area, state, queue, assignee, behind }: CaseFilter, limit: number): Promise<CaseRow[]> {
  let query = caseTables(db).selectFrom('buzz_cases').selectAll().where('area', '=', area).where('state', '=', state);
  if (queue) query = query.where('kind', '=', queue);
  if (assignee !== undefined) query = query.where('assignee', assignee === null ? 'is' : '=', assignee);
  if (state === 'open') {
    if (behind) query = query.where(sql<boolean>`(due_at, id) > (${behind.at}, ${behind.id})`);
    return query.orderBy('due_at').orderBy('id').limit(limit).execute();
  }
  if (behind) query = query.where(sql<boolean>`(closed_at, id) < (${behind.at}, ${behind.id})`);
  return query.orderBy('closed_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

export const reportsOfCases = async (db: Database, case_ids: readonly string[]): Promise<ReportRow[]> =>
  case_ids.length === 0 ? [] : caseTables(db).selectFrom('buzz_reports').selectAll().where('case_id', 'in', case_ids).orderBy('at').orderBy('id').execute();

export const stepsOfCases = async (db: Database, case_ids: readonly string[]): Promise<StepRow[]> =>
  case_ids.length === 0 ? [] : caseTables(db).selectFrom('buzz_steps').selectAll().where('case_id', 'in', case_ids).orderBy('n').execute();

interface Assigning {
  readonly user_id: string;
  readonly assignee: string | null;
  readonly words: string;
}

/** Changes who has a case in hand, as a step of its history. */
export async function setAssignee(tx: Database, { id }: CaseRow, { user_id, assignee, words }: Assigning, now: Date): Promise<void> {
  await caseTables(tx).updateTable('buzz_cases').set({ assignee }).where('id', '=', id).execute();
  await addStep(tx, id, user_id, 'assigned', words, now);
}

export async function closeCase(
  tx: Database,
  { id }: Pick<CaseRow, 'id'>,
  user_id: string,
  state: 'removed' | 'dismissed',
  words: string,
  now: Date,
): Promise<void> {
  await caseTables(tx).updateTable('buzz_cases').set({ state, closed_at: now, assignee: user_id }).where('id', '=', id).execute();
  await addStep(tx, id, user_id, state, words, now);
}

export interface NewReport extends Pick<ReportRow, 'target_id' | 'reporter_id' | 'reason' | 'note'> {
  readonly case_id: string;
}

/** Adds a member's report to a case, and answers with its id. */
export async function addReport(tx: Database, report: NewReport, now: Date): Promise<string> {
  const id = ulid();
  await caseTables(tx)
    .insertInto('buzz_reports')
    .values({ id, ...report, at: now })
    .execute();
  await addStep(tx, report.case_id, '', 'reported', report.reason, now);
  return id;
}

/** What a member reported in an area, the latest first, with what became of it. */
export const reportsBy = (db: Database, area: CaseArea, reporter_id: string, limit: number) =>
  caseTables(db)
    .selectFrom('buzz_reports as report')
    .innerJoin('buzz_cases as about', 'about.id', 'report.case_id')
    .select(['report.id', 'report.case_id', 'report.target_id', 'report.reason', 'report.note', 'report.at'])
    .select(['about.target_kind', 'about.post_id', 'about.state', 'about.due_at', 'about.closed_at'])
    .where('report.reporter_id', '=', reporter_id)
    .where('about.area', '=', area)
    .orderBy('report.at', 'desc')
    .orderBy('report.id', 'desc')
    .limit(limit)
    .execute();

/** Takes away the cases of places that are older than the law asks for. */
export async function dropCases(tx: Database, post_ids: readonly string[]): Promise<void> {
  if (post_ids.length === 0) return;
  const old = caseTables(tx).selectFrom('buzz_cases').select('id').where('post_id', 'in', post_ids);
  await caseTables(tx).deleteFrom('buzz_steps').where('case_id', 'in', old).execute();
  await caseTables(tx).deleteFrom('buzz_reports').where('case_id', 'in', old).execute();
  await caseTables(tx).deleteFrom('buzz_cases').where('post_id', 'in', post_ids).execute();
}

/** What a person wrote where they opened a case themselves, as in an appeal. */
export const openedBy = (db: Database, area: CaseArea, user_id: string) =>
  caseTables(db)
    .selectFrom('buzz_steps as step')
    .innerJoin('buzz_cases as about', 'about.id', 'step.case_id')
    .select(['about.target_id as post_id', 'step.words', 'step.at'])
    .where('step.by_id', '=', user_id)
    .where('step.step', '=', 'opened')
    .where('about.area', '=', area)
    .orderBy('step.at')
    .execute();
