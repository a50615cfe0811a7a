import { parseArgs } from 'node:util';
import { stageMarket } from '../../market/staged-market.testing.ts';
import { judgeOptions } from './judge.ts';
import { openCalls } from './open-calls.testing.ts';

/*
 * Run by `npm run bench -- --only judge`, with `--calls 2000 --minutes 20`: judges so many open option calls second by second, as the engine does,
 * and prints JSON: processor time (ms) of a beat in which the chains are looked at and of one between, and the longest of all.
 */
const { values } = parseArgs({ options: { calls: { type: 'string', default: '2000' }, minutes: { type: 'string', default: '20' } } });
const NOW = new Date('2026-11-20T05:00:00Z');
const at = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);
const { market } = await stageMarket({ config: { SEED: 20_261_120, MARKET_FEED: 'simulated' } } as Parameters<typeof stageMarket>[0], NOW);
const waiting = await openCalls(market.options, NOW, Number(values.calls));
const { states } = await judgeOptions(waiting, market, NOW, at(60));
const open = waiting.map((call) => ({ ...call, state: states.get(call.state.id)! }));

const looks: number[] = [];
const between: number[] = [];
let longest = 0;
for (let second = 61; second <= 60 * (1 + Number(values.minutes)); second += 1) {
  const [before, began] = [process.cpuUsage(), performance.now()];
  await judgeOptions(open, market, at(second - 1), at(second));
  const used = process.cpuUsage(before);
  // The first look draws the rest of the day.
  if (second > 120) longest = Math.max(longest, performance.now() - began);
  (second % 60 === 0 ? looks : between).push((used.user + used.system) / 1000);
}
const median = (list: number[]): number => list.toSorted((a, b) => a - b)[list.length >> 1]!;
const active = open.filter(({ state }) => state.status === 'active').length;
console.log(JSON.stringify({ active, look_ms: median(looks), between_ms: median(between), longest_ms: longest }));
