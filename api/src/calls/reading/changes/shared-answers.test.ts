import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CallHead } from '../../../ledger/index.ts';
import { RecordChanges } from './record-changes.ts';
import { SharedAnswers } from './shared-answers.ts';

interface Row {
  readonly id: string;
  readonly expert_id: string;
  readonly is_open: boolean;
  readonly hidden: boolean;
  readonly value: number;
}

/** A record of calls in memory; `reads` counts what is asked of it. */
class FakeRecord {
  readonly rows = new Map<string, Row>();
  readonly events: { seq: number; kind: string; type: string; call_id: string }[] = [];
  hold: Promise<void> | null = null;

  write(type: string, row: Row): void {
    this.rows.set(row.id, row);
    this.events.push({ seq: this.events.length + 1, kind: 'equity', type, call_id: row.id });
  }

  readonly ledger = {
    head: async () => ({ seq: this.events.length, judged_until: null }),
    after: async (seq: number, limit: number) => {
      const found = this.events.slice(seq, seq + limit);
      await this.hold;
      return found;
    },
    rows: async (_kind: unknown, ids: readonly string[]) => ids.map((id) => this.rows.get(id) as unknown as CallHead),
    kind: () => ({}) as never,
  };
}

/** The sum over the ended calls of an author (null: of all) that a reader may read. */
function asker(record: FakeRecord) {
  let now = 0;
  const answers = new SharedAnswers(new RecordChanges(record.ledger), () => now);
  const computed: string[] = [];
  const sees = (all: boolean, row: Row): boolean => !row.is_open && (all || !row.hidden);
  const expected = (author: string | null, all: boolean): number =>
    [...record.rows.values()].filter((row) => sees(all, row) && (author === null || row.expert_id === author)).reduce((sum, { value }) => sum + value, 0);
  return {
    answers,
    computed,
    expected,
    later: (ms: number) => {
      now += ms;
    },
    ask: (author: string | null, all: boolean) =>
      answers.of({
        key: `${author} ${all}`,
        concerns: ({ row, type }) => {
          const call = row as unknown as Row;
          return (author === null || call.expert_id === author) && (sees(all, call) || type === 'correction');
        },
        compute: async () => {
          computed.push(`${author} ${all}`);
          return { value: expected(author, all) };
        },
      }),
  };
}

const AUTHORS = ['one', 'two'] as const;
const step = fc.oneof(
  fc.record({
    what: fc.constant('event' as const),
    id: fc.integer({ min: 0, max: 5 }),
    end: fc.boolean(),
    hidden: fc.boolean(),
    value: fc.integer({ min: 1, max: 99 }),
  }),
  fc.record({ what: fc.constant('ask' as const), author: fc.constantFrom(...AUTHORS, null), all: fc.boolean() }),
);

test('whatever happens between questions, an answer is what counting anew gives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const record = new FakeRecord();
      const { ask, expected } = asker(record);
      for (const each of steps) {
        if (each.what === 'ask') expect(await ask(each.author, each.all)).toBe(expected(each.author, each.all));
        else {
          const known = record.rows.get(String(each.id));
          const ended = known !== undefined && !known.is_open;
          // A call that ended is corrected, which may open it again; who may see a call does not change.
          record.write(ended ? 'correction' : each.end ? 'ended' : 'note', {
            id: String(each.id),
            expert_id: AUTHORS[each.id % 2]!,
            is_open: !each.end,
            hidden: known?.hidden ?? each.hidden,
            value: each.value,
          });
        }
      }
    }),
    { numRuns: 300 },
  );
});

const ended = (id: string, change: Partial<Row> = {}): Row => ({ id, expert_id: 'one', is_open: false, hidden: false, value: 1, ...change });

test('an event that a reader may not know of has nothing computed anew for them', async () => {
  const record = new FakeRecord();
  const { ask, computed } = asker(record);
  for (const all of [false, true]) await ask('one', all);
  record.write('publish', ended('live', { is_open: true }));
  record.write('target_hit', ended('secret', { hidden: true }));
  record.write('target_hit', ended('of another', { expert_id: 'two' }));
  computed.length = 0;
  expect([await ask('one', false), await ask('one', true)]).toEqual([0, 1]);
  expect(computed).toEqual(['one true']);
});

test('eight who ask at once wait for one computation', async () => {
  const { ask, computed } = asker(new FakeRecord());
  await Promise.all(Array.from({ length: 8 }, () => ask('one', true)));
  expect(computed).toEqual(['one true']);
});

test('who asks after an event is written never gets a reading that began before it', async () => {
  const record = new FakeRecord();
  const { ask } = asker(record);
  await ask('one', true);
  let go = (): void => undefined;
  record.hold = new Promise((resolve) => {
    go = resolve;
  });
  const early = ask('one', true);
  // Its reading has begun, and is held.
  await setImmediate();
  record.write('target_hit', ended('new'));
  const late = ask('one', true);
  go();
  expect([await early, await late]).toEqual([0, 1]);
});

test('what takes long holds up only what takes long as well', async () => {
  const { answers } = asker(new FakeRecord());
  const never = (key: string) => answers.of({ key, concerns: () => false, long: true, compute: () => new Promise<never>(() => undefined) });
  for (const key of ['one', 'two', 'three']) void never(key);
  expect(await answers.of({ key: 'short', concerns: () => false, compute: async () => ({ value: 7 }) })).toBe(7);
});

test('a failure is told to who asked and is no answer for the next', async () => {
  const { answers } = asker(new FakeRecord());
  let fails = true;
  const ask = () =>
    answers.of({
      key: 'failing',
      concerns: () => false,
      compute: async () => {
        if (fails) throw new Error('no database');
        return { value: 7 };
      },
    });
  await expect(ask()).rejects.toThrow('no database');
  fails = false;
  expect(await ask()).toBe(7);
});

test('an answer that may be another later is computed anew then', async () => {
  const { answers, later } = asker(new FakeRecord());
  let value = 0;
  const ask = () => answers.of({ key: 'timed', concerns: () => false, compute: async () => ({ value: ++value, until: 10 }) });
  expect([await ask(), await ask()]).toEqual([1, 1]);
  later(10);
  expect(await ask()).toBe(2);
});

test('an answer that takes long to count stands for a while, and then what changed meanwhile counts', async () => {
  const record = new FakeRecord();
  const { answers, later } = asker(record);
  const ask = () => answers.of({ key: 'resting', concerns: () => true, rest: 10, compute: async () => ({ value: record.events.length }) });
  expect(await ask()).toBe(0);
  record.write('target_hit', ended('new'));
  expect(await ask()).toBe(0);
  later(10);
  expect(await ask()).toBe(1);
});

test('two thousand answers of five hundred rows do not stay at once', async () => {
  const { answers } = asker(new FakeRecord());
  let computed = 0;
  const ask = (n: number) =>
    answers.of({
      key: `big ${n}`,
      concerns: () => false,
      compute: async () => {
        computed += 1;
        return { value: n, rows: 500 };
      },
    });
  for (let n = 0; n < 2000; n += 1) await ask(n);
  await ask(1999);
  expect(computed).toBe(2000);
  await ask(0);
  expect(computed).toBe(2001);
});

test('an answer older than all remembered changes is computed anew', async () => {
  const record = new FakeRecord();
  const { ask, computed } = asker(record);
  await ask('two', true);
  for (let n = 0; n < 10_001; n += 1) record.write('target_hit', ended(String(n % 50)));
  await ask('two', true);
  expect(computed).toEqual(['two true', 'two true']);
});
