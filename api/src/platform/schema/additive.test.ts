import fc from 'fast-check';
import { expect, test } from 'vitest';
import { breachesOf, statementsOf } from './additive.testing.ts';
import { readMigrations } from './migrate.ts';
import { currentRelease, readSchemaReleases, releaseOf } from './releases.ts';

const whysOf = (...sql: string[]): string[] => breachesOf(sql, 3).map(({ why }) => why);

test.each([
  'create table things (id text primary key, n integer not null check (n > 0))',
  'create table things (id text); create unique index on things (id); insert into things values (1); alter table things alter column id set not null',
  'create index things_by_day on calls (day)',
  'alter table calls add column note text',
  "alter table calls add column note text not null default '', add column at timestamptz",
  "alter table calls add column kind text check (kind in ('a', 'b')); update calls set kind = concat('a', 'b') where kind is null",
  "alter table calls alter column kind set default 'drop table calls;'",
  'create function f() returns trigger language plpgsql as $$ begin drop table calls; end $$',
  '-- since release 2: nothing reads calls.note\nalter table calls drop column note',
  '-- A reason.\n-- since release 1: the code reads a missing day\nalter table calls alter column day drop not null',
])('leaves the release before alone: %s', (sql) => expect(whysOf(sql)).toEqual([]));

test.each([
  ['alter table calls drop column note', 'the older server uses what is dropped'],
  ['alter table calls rename column note to remark', 'the older server uses the old name'],
  ['alter table calls rename to recommendations', 'the older server uses the old name'],
  ['alter table calls alter column day type text', 'the older server reads and writes the type as it was'],
  ['ALTER TABLE calls ALTER day SET DATA TYPE text', 'the older server reads and writes the type as it was'],
  ['alter table calls add column note text not null', 'the older server writes no value into this column'],
  ["alter table calls add column note text, add column day text not null check (day <> 'a,b')", 'the older server writes no value into this column'],
  ['alter table calls add column note text unique default 1', 'the older server writes the same default into each row'],
  ['alter table calls alter column note set not null', 'the older server may write null'],
  ['alter table calls alter column note drop not null', 'the older server may not know how to read null'],
  ['alter table calls add constraint c check (n > 0)', 'a constraint refuses rows that the older server may write'],
  ['alter table calls add check (n > 0)', 'a constraint refuses rows that the older server may write'],
  ['alter table calls drop constraint c, add constraint c check (n > 0)', 'values come in that the older server does not know'],
  ['create unique index on calls (note)', 'a unique index refuses rows that the older server may write'],
  ['create trigger t before insert on calls for each row execute function f()', 'a trigger on an existing table acts on what the older server writes'],
  ['insert into plans values (1)', 'rows in an existing table are read by the older server'],
  ["update calls set kind = 'x'", 'changed rows are read by the older server'],
  ["alter table calls add column a text; update calls set a = 'x', kind = 'y'", 'changed rows are read by the older server'],
  ['drop table calls', 'this kind of statement is not known to only add'],
  ['create or replace function f() returns int language sql as $$ select 1 $$', 'this kind of statement is not known to only add'],
  ['do $$ begin alter table calls drop column note; end $$', 'this kind of statement is not known to only add'],
  ['truncate calls', 'this kind of statement is not known to only add'],
  ['-- since release 3: it is of this release itself\nalter table calls drop column note', 'the older server uses what is dropped'],
  ['-- since release 2: it is about the first alone\ncreate index on calls (a);\nalter table calls drop column note', 'the older server uses what is dropped'],
  ['-- since release 2:\nalter table calls drop column note', 'the older server uses what is dropped'],
])('could break the release before: %s', (sql, why) => expect(whysOf(sql)).toEqual([why]));

test('a table of an earlier migration of the release is still new', () => {
  expect(whysOf('create table things (id text)', 'create unique index on things (id)')).toEqual([]);
});

test('statements come out as they were put in, whatever is quoted in them', () => {
  const quoted = fc.constantFrom("'a; b'", '"c;d"', '$$ e; -- f $$', '$q$ g; $$ h $q$', "'it''s;'", '42', 'word');
  const statement = fc.array(quoted, { minLength: 1, maxLength: 6 }).map((parts) => `select ${parts.join(' , ')}`);
  fc.assert(
    fc.property(fc.array(statement, { maxLength: 8 }), fc.constantFrom(';', ' ;\n', ';\n-- a remark; with a semicolon\n', '; /* ; */ '), (all, between) => {
      expect(statementsOf(all.join(between)).map(({ text }) => text)).toEqual(all);
    }),
    { numRuns: 300 },
  );
});

const finished = readSchemaReleases();
const files = await readMigrations();

test('each migration since the first finished release leaves the release before it able to serve', () => {
  const numbers = Array.from({ length: currentRelease(finished) - 1 }, (_, at) => at + 2);
  for (const number of numbers) {
    const sql = [...files.values()].filter(({ name }) => releaseOf(name, finished) === number).map((file) => file.sql);
    expect(breachesOf(sql, number), `release ${number} (CONTRIBUTING.md, “A change of the tables”)`).toEqual([]);
  }
});

test('the check finds what earlier migrations did to their tables', () => {
  const first = [...files.values()].filter(({ name }) => releaseOf(name, finished) === 1);
  expect(breachesOf([first.find(({ name }) => name === '0001_platform')!.sql], 1).length).toBe(0);
  expect(first.filter(({ sql }) => breachesOf([sql], 1).length > 0).length).toBeGreaterThan(10);
});

test('the migrations of finished releases are there and unchanged', () => {
  for (const { number, migrations } of finished)
    for (const [name, sha256] of Object.entries(migrations))
      expect(files.get(name)?.sha256, `${name} of release ${number} is not what was released`).toBe(sha256);
  expect(finished.map(({ number }) => number)).toEqual(finished.map((_, at) => at + 1));
});
