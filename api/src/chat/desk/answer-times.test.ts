import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, test } from 'vitest';
import { createAnswerTimes } from './answer-times.ts';

/** A database without a row, which fails while it is away. */
function emptyDatabase() {
  const state = { reads: 0, isAway: false };
  const db = new Kysely<never>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    plugins: [
      {
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          state.reads += 1;
          if (state.isAway) throw new Error('the database is away');
          return result;
        },
      },
    ],
  });
  return { state, db: db as never };
}

test('who asks while a figure is computed waits for that one, and it is told again for some minutes', async () => {
  const { state, db } = emptyDatabase();
  let now = new Date('2026-11-20T06:00:00.000Z');
  const times = createAnswerTimes(db, () => now);
  const all = await Promise.all([times(['a']), times(['a', 'b']), times(['b', 'a', 'a'])]);
  expect(all.map((found) => [...found.keys()].sort())).toEqual([['a'], ['a', 'b'], ['a', 'b']]);
  // One for a, and one for b.
  expect(state.reads).toBe(2);
  now = new Date(now.getTime() + 9 * 60_000);
  await times(['a', 'b']);
  expect(state.reads).toBe(2);
  now = new Date(now.getTime() + 60_000);
  expect((await times(['a'])).get('a')).toEqual({ minutes: null, answers: 0, as_of: now.toISOString() });
  expect(state.reads).toBe(3);
});

test('a failure is not told again', async () => {
  const { state, db } = emptyDatabase();
  const times = createAnswerTimes(db, () => new Date('2026-11-20T06:00:00.000Z'));
  state.isAway = true;
  for (const asked of await Promise.allSettled([times(['a']), times(['a'])])) expect(asked.status).toBe('rejected');
  state.isAway = false;
  expect((await times(['a'])).get('a')).toMatchObject({ answers: 0 });
});

test('however many experts are asked for at once, each has an answer', async () => {
  const { db } = emptyDatabase();
  const times = createAnswerTimes(db, () => new Date('2026-11-20T06:00:00.000Z'));
  await times(['first']);
  const many = Array.from({ length: 3000 }, (_, n) => `expert ${n}`);
  expect((await times(['first', ...many])).size).toBe(3001);
});
