import { expect, test } from 'vitest';
import { doubtNow } from './doubt-now.ts';

const STEP = { cause: 'price_step', day: '2026-11-20', before: 800, opened: 400 } as const;
type Asked = Parameters<typeof doubtNow>[0];
const market = (change: Partial<Asked>): Asked => ({
  source: { invented: false } as Asked['source'],
  now: () => new Date('2026-11-20T05:00:00.000Z'),
  instrument: () => ({ fno: true }) as never,
  quote: () => ({ ts: '2026-11-20T04:59:59.000Z', ltp: 400 }) as never,
  stepOn: () => null,
  unexplainedSince: () => null,
  untradedSince: () => null,
  untradedBecause: () => null,
  ...change,
});

test.each<readonly [name: string, change: Partial<Asked>, expected: unknown]>([
  ['nothing', {}, null],
  ['a step of today', { stepOn: () => STEP }, STEP],
  ['a step of today once its session is over', { stepOn: () => STEP, now: () => new Date('2026-11-20T10:06:00.000Z') }, null],
  ['a step of today on prices that are invented', { stepOn: () => STEP, source: { invented: true } as Asked['source'] }, null],
  [
    'an action of today without a price of today',
    { unexplainedSince: () => '2026-11-20', quote: () => ({ ts: '2026-11-19T10:05:00.000Z', ltp: 800 }) as never },
    { cause: 'price_step', day: '2026-11-20', before: 800, opened: null },
  ],
  [
    'a share of which no row is on file',
    { untradedSince: () => '2026-11-19', quote: () => ({ ts: '2026-11-18T10:05:00.000Z', ltp: 800 }) as never },
    { cause: 'no_trade', day: '2026-11-19', before: 800, opened: null },
  ],
  [
    'a suspended one',
    { untradedSince: () => '2026-11-19', untradedBecause: () => 'suspended', quote: () => ({ ts: '2026-11-18T10:05:00.000Z', ltp: 800 }) as never },
    { cause: 'suspended', day: '2026-11-19', before: 800, opened: null },
  ],
  ['a share that trades today, though the last file had no row of it', { untradedSince: () => '2026-11-19' }, null],
])('%s', (_, change, expected) => expect(doubtNow(market(change), 'ITC')).toEqual(expected));
