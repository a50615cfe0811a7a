import { expect, test } from 'vitest';
import { Engine, type EngineDependencies } from './engine.ts';

/** An engine that judges one kind without calls; `judged` is where each step began, and `during` happens within the next one. */
function idleEngine() {
  const judged: string[] = [];
  let during: () => void = () => undefined;
  let revised: (from: Date) => void = () => undefined;
  const kind = {
    name: 'equity',
    judge: async (_open: unknown, from: Date) => {
      judged.push(from.toISOString());
      during();
      return [];
    },
  };
  const market = {
    now: () => new Date('2026-05-08T14:00:00.000Z'),
    clock: () => ({ source: 'replay' }),
    onAdvance: () => undefined,
    onRevised: (listener: typeof revised) => {
      revised = listener;
    },
  };
  const ledger = {
    isStopped: async () => false,
    head: async () => ({ seq: 0, judged_until: new Date('2026-05-08T14:00:00.000Z') }),
    lastRoot: async () => null,
    kinds: () => [kind],
    kind: () => kind,
    openRows: async () => [],
    judgedUntil: async () => undefined,
  };
  const parts = { market, ledger, platform: { db: null }, identity: { experts: async () => [] }, onChanged: () => undefined, onEnded: () => undefined };
  const engine = new Engine(parts as unknown as EngineDependencies);
  return {
    engine,
    judged,
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
