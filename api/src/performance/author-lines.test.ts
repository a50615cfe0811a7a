import { expect, test } from 'vitest';
import type { RecordOfExpert } from '../calls/index.ts';
import { createPerformance, type PerformanceDependencies } from './create-performance.ts';

const record = (id: string) => ({ call: { id }, record: { hit: null, realised_return: null } }) as unknown as RecordOfExpert;

test('at the start what followers made of all authors’ calls of a year is looked up, whoever reads them; a failure is logged and hinders nothing', async () => {
  const ready: (() => void | Promise<void>)[] = [];
  const warnings: string[] = [];
  const asked: object[] = [];
  const looked: string[] = [];
  const nothing = () => undefined;
  const platform = { on: nothing, onReady: (work: () => void) => ready.push(work), log: { warn: (_: object, said: string) => warnings.push(said) } };
  const identity = { addActivity: nothing, keeps: nothing, experts: async () => [{ user_id: 'exp_01' }, { user_id: 'exp_02' }] };
  const calls = {
    policy: 'demo',
    fills: {
      of: async ({ call }: RecordOfExpert) => {
        looked.push(call.id);
        if (call.id === 'exp_02 2') throw new Error('no prices');
        return { fill: null };
      },
    },
    async *closedRecords(query: { user_id: string }, reader: unknown) {
      asked.push({ ...query, reader });
      yield [record(`${query.user_id} 1`), record(`${query.user_id} 2`)];
    },
  };
  createPerformance(platform as never, { market: { now: () => new Date('2026-11-20T06:00:00.000Z') }, calls, identity } as unknown as PerformanceDependencies);
  expect(looked, 'not before the server is ready').toEqual([]);
  for (const work of ready) await work();
  await expect.poll(() => warnings).toEqual(['the lines of authors could not be read ahead']);
  expect(looked).toEqual(['exp_01 1', 'exp_01 2', 'exp_02 1', 'exp_02 2']);
  const since = new Date('2025-11-19T18:30:00.000Z');
  expect(asked).toEqual(['exp_01', 'exp_02'].map((user_id) => ({ user_id, since, reader: null })));
});
