import { expect, test } from 'vitest';
import { Engine, type EngineDependencies } from './engine.ts';

const call = (id: string, published_at: string) => ({ id, published_at: new Date(published_at), is_open: true, frozen: false });

/**
 * An engine that judges one kind and finds nothing; `judged` is where each step began, `judgedCalls` of which calls, and `during` happens
 * within the next one.
 */
function idleEngine(calls: readonly ReturnType<typeof call>[] = []) {
  const judged: string[] = [];
  const judgedCalls: string[] = [];
  const appended: { kind: string; call_id: string; type: string; ts: Date }[] = [];
  let fails = false;
  let during: () => void = () => undefined;
  let revised: (from: Date) => void = () => undefined;
  const kind = {
    name: 'equity',
    readState: () => ({ frozen: false }),
    judge: async (open: readonly { id: string }[], from: Date) => {
      judged.push(from.toISOString());
      judgedCalls.push(`${open.map(({ id }) => id)} from ${from.toISOString()}`);
      during();
      if (fails) throw new Error('The database is away');
      return [];
    },
  };
  const market = {
    now: () => new Date('2026-05-08T14:00:00.000Z'),
    source: { invented: false },
    reached: () => new Date('2026-05-08T15:00:00.000Z'),
    onAdvance: () => undefined,
    onRevised: (listener: typeof revised) => {
      revised = listener;
    },
  };
  const ledger = {
    isStopped: async () => false,
    head: async () => ({ seq: appended.length, judged_until: new Date('2026-05-08T14:00:00.000Z') }),
    lastRoot: async () => null,
    kinds: () => [kind],
    kind: () => kind,
    openRows: async () => calls,
    between: async (after: number, seq: number) => appended.slice(after, seq),
    rows: async (_kind: unknown, ids: readonly string[]) => calls.filter(({ id }) => ids.includes(id)),
    judgedUntil: async () => undefined,
  };
  const parts = { market, ledger, platform: { db: null }, identity: { experts: async () => [] }, onChanged: () => undefined, onEnded: () => undefined };
  const engine = new Engine(parts as unknown as EngineDependencies);
  return {
    engine,
    judged,
    judgedCalls,
    correct: (call_id: string, ts: string) => void appended.push({ kind: 'equity', call_id, type: 'correction', ts: new Date(ts) }),
    fail: (on: boolean) => {
      fails = on;
    },
    comesLate: (from: string) => revised(new Date(from)),
    duringAStep: (what: () => void) => {
      during = () => {
        during = () => undefined;
        what();
      };
    },
  };
}

test('what comes late is judged from its day on, also when it comes while a step runs', async () => {
  const { engine, judged, comesLate, duringAStep } = idleEngine();
  await engine.start();
  duringAStep(() => comesLate('2026-04-28T03:30:00.000Z'));
  await engine.advanceTo(new Date('2026-05-08T14:00:01.000Z'));
  expect(judged.slice(0, 3)).toEqual(['2026-05-08T14:00:00.000Z', '2026-04-28T03:29:59.999Z', '2026-04-29T03:29:59.999Z']);
  expect(judged.at(-1)! > '2026-05-07').toBe(true);
  judged.length = 0;
  await engine.advanceTo(new Date('2026-05-08T14:00:02.000Z'));
  expect(judged, 'once').toEqual(['2026-05-08T14:00:01.000Z']);
});

test('a correction has its own call judged from its publication on, and no other one, also where the first try fails', async () => {
  const { engine, judgedCalls, correct, fail } = idleEngine([call('old', '2026-03-02T05:00:00.000Z'), call('held', '2026-04-28T05:00:00.000Z')]);
  await engine.start();
  judgedCalls.length = 0;
  correct('held', '2026-05-08T14:00:00.500Z');
  fail(true);
  await expect(engine.advanceTo(new Date('2026-05-08T14:00:01.000Z'))).rejects.toThrow('away');
  fail(false);
  judgedCalls.length = 0;
  await engine.advanceTo(new Date('2026-05-08T14:00:01.000Z'));
  expect(judgedCalls).toEqual(['old from 2026-05-08T14:00:00.000Z', 'held from 2026-04-28T05:00:00.000Z']);
  judgedCalls.length = 0;
  await engine.advanceTo(new Date('2026-05-08T14:00:02.000Z'));
  expect(judgedCalls, 'once').toEqual(['old,held from 2026-05-08T14:00:01.000Z']);
});
