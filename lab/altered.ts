import { NOT_CHECKED_COLUMNS, NOT_IN_RECORD } from '@vimarsh/shared/domain/calls/not-in-record.testing.ts';
import { runServerTests } from './server-tests.ts';

/** Another value in each column of the tables of the record and of follows, in the order that the seed draws. What is not noticed is told by its name. */
export default async function alterColumns({ columns, seed }: { columns: number; seed: number }): Promise<boolean> {
  console.log(`up to ${columns} columns, seed ${seed}`);
  for (const [where, fields] of Object.entries(NOT_IN_RECORD)) console.log(`shown of ${where} and not in the record: ${Object.keys(fields).join(', ')}`);
  for (const [column, why] of Object.entries(NOT_CHECKED_COLUMNS)) console.log(`not noticed in ${column}: ${why}`);
  return runServerTests(['api/src/calls/altered-columns.db.test.ts'], { ALTERED_COLUMNS: String(columns), ALTERED_SEED: String(seed) });
}
