export { assignCase, seeAssignee } from './assigning.ts';
export * from './cases.store.ts';
export type { CaseArea, CaseRow, CaseStep, ReportRow, StepRow } from './tables.ts';
