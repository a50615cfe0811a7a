import { NOT_CHECKED_COLUMNS, NOT_CHECKED_FIELDS, NOT_CHECKED_TABLES, NOT_IN_RECORD } from '@vimarsh/shared/domain/calls/not-in-record.testing.ts';
import { runServerTests } from './server-tests.ts';

/** More than an export of a few calls has. */
const FIELDS = 100_000;

/**
 * Other values in each column of the tables that are compared with the record, in the order that the seed draws, then in each field of an export for
 * both verifiers and of what a browser gets. What is not noticed is told by its name.
 */
export default async function alterColumns({ columns, seed }: { columns: number; seed: number }): Promise<boolean> {
  console.log(`up to ${columns} columns, seed ${seed}`);
  for (const [where, fields] of Object.entries(NOT_IN_RECORD)) console.log(`shown of ${where} and not in the record: ${Object.keys(fields).join(', ')}`);
  for (const [column, why] of Object.entries(NOT_CHECKED_COLUMNS)) console.log(`not noticed in ${column}: ${why}`);
  for (const { why, tables } of NOT_CHECKED_TABLES) console.log(`not in the record, ${tables.length} tables (${tables.join(', ')}): ${why}`);
  for (const [field, why] of Object.entries(NOT_CHECKED_FIELDS)) console.log(`not noticed in the field ${field} by each check: ${why}`);
  const settings = { ALTERED_COLUMNS: String(columns), ALTERED_FIELDS: String(FIELDS), ALTERED_SEED: String(seed) };
  const byColumns = await runServerTests(['api/src/altered-columns.db.test.ts'], settings);
  const named = ['-t', 'another value in any field'];
  const byFields = await runServerTests(['api/src/calls/demo/demo.db.test.ts', ...named], settings);
  return (await runServerTests(['mf-recommendations/src/call/proof/altered-fields.test.ts'], settings, null, 'node')) && byColumns && byFields;
}
