import { parseArgs } from 'node:util';
import type { LevelCondition } from '@vimarsh/shared/contract/alerts/types.ts';
import { istDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { rng } from '@vimarsh/shared/domain/market/rng.ts';
import { stageMarket } from '../market/staged-market.testing.ts';
import { AlertFigures } from './figures.ts';
import { judgeAlerts } from './judge.ts';
import { LevelIndex } from './level-index.ts';
import { StepDoubts } from './step-doubts.ts';

/*
 * Run by `npm run bench -- --only alerts`, with `--alerts 100000 --minutes 5`: judges so many alerts of people second by second, as the server
 * does, and prints JSON: processor time (ms) of a beat, the median and the longest, of a beat that also looks at open interest, and how many fired.
 */
const { values } = parseArgs({ options: { alerts: { type: 'string', default: '100000' }, minutes: { type: 'string', default: '5' } } });
const NOW = new Date('2026-11-20T05:00:00Z');
const { market } = await stageMarket({ config: { SEED: 20_261_120, MARKET_FEED: 'simulated' } } as Parameters<typeof stageMarket>[0], NOW);
const figures = new AlertFigures(market);
const doubts = new StepDoubts(market);
const index = new LevelIndex();
const random = rng(7);
const symbols = market.instruments().flatMap(({ symbol }) => (market.quote(symbol) ? [symbol] : []));
const underlyings = await market.options.underlyings();

/** Of a hundred, seventy wait for a price, fifteen for a move, ten for an RSI and five for open interest; on every stock and at every distance. */
function conditionOf(number: number): LevelCondition {
  const symbol = symbols[number % symbols.length]!;
  const side = random.next() < 0.5 ? 'above' : 'below';
  const share = number % 100;
  if (share < 70) {
    const away = 1 + (side === 'above' ? 1 : -1) * (0.0005 + random.next() * 0.1);
    return { kind: 'price', symbol, side, value: Math.round(market.quote(symbol)!.ltp * away * 100) / 100 };
  }
  if (share < 85) return { kind: 'percent', symbol, side, value: Math.round(100 + random.next() * 1900) / 100 };
  if (share < 95) return { kind: 'rsi', symbol, side, value: side === 'above' ? 70 + Math.floor(random.next() * 29) : 1 + Math.floor(random.next() * 29) };
  return { kind: 'oi', symbol: underlyings[number % underlyings.length]!, side, value: Math.round(1000 + random.next() * 8900) / 100, contract: null };
}
for (let number = 0; number < Number(values.alerts); number += 1)
  index.put({
    id: String(number),
    condition: conditionOf(number),
    repeats: number % 2 === 0,
    armed: true,
    since: NOW.getTime(),
    levelDay: istDay(NOW),
    shares: 1,
  });
const watched = index.size;

const at = (second: number): Date => new Date(NOW.getTime() + second * 1000);
const [beats, looks]: [number[], number[]] = [[], []];
let fired = 0;
for (let second = 1; second <= 60 * (1 + Number(values.minutes)); second += 1) {
  const before = process.cpuUsage();
  const outcomes = await judgeAlerts(index, { market, figures, doubts }, at(second - 1), at(second));
  const used = process.cpuUsage(before);
  // The first minute draws the rest of the day, reads what RSIs stand on, and fires what was so already.
  if (second <= 60) continue;
  fired += outcomes.filter(({ what }) => what === 'fired').length;
  (second % 60 === 0 ? looks : beats).push((used.user + used.system) / 1000);
}
const sorted = beats.toSorted((a, b) => a - b);
console.log(
  JSON.stringify({
    watched,
    fired,
    median_ms: sorted[sorted.length >> 1],
    longest_ms: sorted.at(-1),
    look_ms: looks.toSorted((a, b) => a - b).at(-1),
  }),
);
