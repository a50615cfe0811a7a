import type { OptionState } from '@vimarsh/shared/domain/calls/options/option-state.ts';
import { expect, test } from 'vitest';
import { stageMarket } from '../../market/staged-market.testing.ts';
import { judgeOptions } from './judge.ts';
import { openCalls } from './open-calls.testing.ts';

const NOW = new Date('2026-11-20T05:00:00Z');
// The simulated market needs nothing of a platform but its seed.
const { market } = await stageMarket({ config: { SEED: 20_261_120, MARKET_FEED: 'simulated' } } as Parameters<typeof stageMarket>[0], NOW);
const minutes = (count: number): Date => new Date(NOW.getTime() + count * 60_000);

test('2,000 open calls on every underlying take some 15 ms of the processor a look, and seconds between two looks next to nothing', async () => {
  const waiting = await openCalls(market.options, NOW, 2000);
  const { states } = await judgeOptions(waiting, market, NOW, minutes(1));
  const open = waiting.map((call) => ({ ...call, state: states.get(call.state.id)! as OptionState }));
  expect(open.filter(({ state }) => state.status === 'active').length).toBeGreaterThan(1900);
  const costs: number[] = [];
  const between: number[] = [];
  for (let minute = 2; minute < 22; minute += 1) {
    const before = process.cpuUsage();
    await judgeOptions(open, market, new Date(minutes(minute).getTime() - 1000), minutes(minute));
    const used = process.cpuUsage(before);
    costs.push((used.user + used.system) / 1000);
    const start = process.cpuUsage();
    await judgeOptions(open, market, minutes(minute), new Date(minutes(minute).getTime() + 1000));
    const idle = process.cpuUsage(start);
    between.push((idle.user + idle.system) / 1000);
  }
  // The middle of twenty: the first look draws the day, and other processes disturb some.
  const middle = (list: number[]): number => list.sort((a, b) => a - b)[list.length >> 1]!;
  // Beside other tests, and on slower machines: `npm run bench` measures the 20 ms by itself.
  expect(middle(costs)).toBeLessThan(60);
  expect(middle(between)).toBeLessThan(10);
});

test('one stretch gives the same events as its parts, whatever the parts', async () => {
  const calls = (await openCalls(market.options, NOW, 40)).map((call, at) => ({
    ...call,
    state: { ...call.state, target: 100 + 40 * at, stops: [{ ...call.state.stops[0]!, level: -100 - 50 * at }] },
  }));
  const end = new Date('2026-11-23T11:00:00Z');
  const whole = await judgeOptions(calls, market, NOW, end);
  expect(new Set(whole.events.map(({ event }) => event.type)).size).toBeGreaterThan(3);
  let states = new Map<string, OptionState>(calls.map(({ state }) => [state.id, state]));
  const parts: typeof whole.events = [];
  const steps = [1, 7_000, 59_999, 60_000, 61_000, 3_600_000, 13 * 3_600_000];
  for (let at = NOW, step = 0; at < end; step += 1) {
    const next = new Date(Math.min(end.getTime(), at.getTime() + steps[step % steps.length]!));
    const judged = await judgeOptions(
      calls.map((call) => ({ ...call, state: states.get(call.state.id)! })),
      market,
      at,
      next,
    );
    parts.push(...judged.events);
    states = judged.states;
    at = next;
  }
  const sorted = (events: typeof whole.events) => events.toSorted((a, b) => a.knownAt - b.knownAt || (a.event.call_id < b.event.call_id ? -1 : 1));
  expect(sorted(parts)).toEqual(sorted(whole.events));
  expect([...states].sort()).toEqual([...whole.states].sort());
});

test('an hour of many calls is judged in pieces, and others have their turns between them', async () => {
  const waiting = await openCalls(market.options, NOW, 2000);
  let turns = 0;
  const other = setInterval(() => (turns += 1), 1);
  await judgeOptions(waiting, market, NOW, minutes(60));
  clearInterval(other);
  expect(turns).toBeGreaterThan(3);
});
