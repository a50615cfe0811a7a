import { glob, readFile } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import { expect, expectTypeOf, test } from 'vitest';
import type { Platform } from '../platform.ts';

const SOURCES = new URL('../../', import.meta.url);
/** As in `platform.db as Db`, `(tx as Kysely<CallsTables>)` and `async (any) =>`. */
const CASTS = /\bas (unknown as )?(Kysely<|\w*Db\b|\w*Database\b)|\(any\b(?!\()/;

test('a feature opens a transaction over its own tables by naming them, and a wrong table does not compile', () => {
  type Tables = { rooms: { id: string } };
  const open = (platform: Platform) =>
    platform.transaction(async (tx: Kysely<Tables>) => {
      // @ts-expect-error A table of somebody else.
      tx.selectFrom('users');
      return tx.selectFrom('rooms').select('id').execute();
    });
  expectTypeOf(open).returns.resolves.toEqualTypeOf<{ id: string }[]>();
});

test('no source casts a database to its tables', async () => {
  const casts: string[] = [];
  for await (const path of glob('**/*.ts', { cwd: SOURCES, exclude: ['platform/database/database.types.test.ts'] })) {
    const lines = (await readFile(new URL(path, SOURCES), 'utf8')).split('\n');
    casts.push(...lines.flatMap((line, at) => (CASTS.test(line) && !/^\s*(import|\/\*\*|\*|\/\/)/.test(line) ? [`${path}:${at + 1} ${line.trim()}`] : [])));
  }
  expect(casts).toEqual([]);
});
