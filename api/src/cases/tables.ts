import type { ColumnType, Kysely } from 'kysely';
import type { Database } from '../platform/platform.ts';

/** The feature whose targets a case is about. No feature sees the cases of another. */
export type CaseArea = 'buzz' | 'chat';
/** `read`: somebody opened texts that nobody but their owners reads otherwise. */
export type CaseStep = 'opened' | 'reported' | 'assigned' | 'read' | 'removed' | 'dismissed';

export interface CaseRow {
  id: string;
  area: CaseArea;
  kind: 'report' | 'review' | 'appeal';
  target_kind: 'post' | 'comment' | 'message' | 'room';
  target_id: string;
  /** Where the target stands: its post, or its room. */
  post_id: string;
  /** Of the target. */
  author_id: string;
  /** `removed`: the case was right, and what it asks for was done. `dismissed`: all stays as it is. */
  state: 'open' | 'removed' | 'dismissed';
  assignee: string | null;
  opened_at: Date;
  due_at: Date;
  closed_at: Date | null;
}

export interface ReportRow {
  id: string;
  case_id: string;
  target_id: string;
  reporter_id: string;
  /** One of the reasons that the area offers. */
  reason: string;
  note: string;
  at: Date;
}

export interface StepRow {
  case_id: string;
  n: number;
  by_id: string;
  step: CaseStep;
  words: string;
  at: Date;
}

interface CaseTables {
  buzz_cases: Omit<CaseRow, 'area'> & { area: ColumnType<CaseArea, CaseArea, never> };
  buzz_reports: ReportRow;
  buzz_steps: StepRow;
}

/** The connection, narrowed to these tables. */
export const caseTables = (db: Database): Kysely<CaseTables> => db;
