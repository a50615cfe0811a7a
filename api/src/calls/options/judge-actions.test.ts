import { applyOptionEvent, type OptionState } from '@vimarsh/shared/domain/calls/options/option-state.ts';
import { istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { expect, test } from 'vitest';
import type { CorporateAction } from '../../market/index.ts';
import { judgeOptions, type OptionPrices } from './judge.ts';

const PUBLISHED = istInstant('2026-11-20', '10:00');
/** Monday. */
const EX_DATE = '2026-11-23';

const waiting = applyOptionEvent(null, {
  call_id: 'call',
  type: 'publish',
  ts: PUBLISHED.toISOString(),
  payload: {
    stock: 'TCS',
    underlying_type: 'stocks',
    legs: [{ side: 'buy', type: 'CE', strike: 2450, expiry: '2026-12-29', lots: 1, mid: 100 }],
    lot_size: 175,
    level_basis: 'underlying',
    target: 2600,
    stop_loss: 2300,
    net_limit: null,
    margin_est: 100_000,
    max_loss: -17_500,
    settles: false,
    entry_until: istInstant('2026-11-25', '15:40').toISOString(),
    expires_at: istInstant('2026-12-15', '15:40').toISOString(),
  },
});
const entered = applyOptionEvent(waiting, {
  call_id: 'call',
  type: 'entry_fill',
  ts: istInstant('2026-11-20', '10:01').toISOString(),
  payload: { legs: [{ price: 100, mid: 100 }], spot: 2440 },
});

async function judged(state: OptionState, actions: readonly CorporateAction[]) {
  const market: OptionPrices = {
    actionsOn: (_symbol, day) => (day === EX_DATE ? actions : []),
    unexplainedSince: () => null,
    doubts: () => [],
    complete: (_symbol, at = new Date()) => ({ until: at, because: null, since: null }),
    hasDay: () => false,
    instrument: () => null,
    banned: () => false,
    dayBars: async () => [],
    can: { ticking: false } as OptionPrices['can'],
    options: { beats: async () => [] },
  };
  const { events, states } = await judgeOptions(
    [{ stock: 'TCS', expert_id: 'exp', state }],
    market,
    istInstant(EX_DATE, '08:00'),
    istInstant(EX_DATE, '09:10'),
  );
  const { legs, lot_size, target, entry } = states.get('call')!;
  return {
    events: events.map(({ event }) => [event.type, ...(event.payload.reason ? [event.payload.reason] : [])].join(' ')),
    terms: [legs[0]!.strike, lot_size, target, entry?.legs[0]?.price],
  };
}

const ON = { symbol: 'TCS', day: EX_DATE };
/** 2.6 % of a close of 2,440. */
const PAID = { ...ON, type: 'special_dividend', amount: 63, close: 2440 } as const;
const RIGHT = { ...ON, type: 'rights', given: 1, held: 5, price: 1240, close: 2440, ratio: 1.08928571 } as const;

test.each([
  ['an ordinary dividend', [{ ...ON, type: 'dividend', amount: 30 }], [], [2450, 175, 2600, 100]],
  ['a special dividend comes off the strike and the levels on the underlying', [PAID], ['corp_adjust'], [2387, 175, 2537, 100]],
  // 2,450 / 1.08928571 = 2,249.18…; 175 · 1.08928571 = 190.62…; 2,600 / 1.08928571 = 2,386.885…; 100 / 1.08928571 = 91.80.
  ['a right divides strikes and premiums and multiplies the lot', [RIGHT], ['corp_adjust'], [2249.2, 191, 2386.89, 91.8]],
  // (2,450 − 63) / 2 = 1,193.50; (2,600 − 63) / 2 = 1,268.50.
  ['a bonus and a special dividend of one day are one event', [{ ...ON, type: 'bonus', ratio: 2 }, PAID], ['corp_adjust'], [1193.5, 350, 1268.5, 50]],
  ['ten shares made one', [{ ...ON, type: 'consolidation', ratio: 0.1 }], ['corp_adjust'], [24_500, 18, 26_000, 1000]],
] as const)('%s', async (_, actions, events, terms) => {
  expect(await judged(entered, actions)).toEqual({ events, terms });
});

test('who waits is cancelled by what changes the contract, and by nothing else', async () => {
  expect((await judged(waiting, [PAID])).events).toEqual(['cancelled Corporate action: special dividend']);
  expect((await judged(waiting, [RIGHT, PAID])).events).toEqual(['cancelled Corporate action: rights and special dividend']);
  expect((await judged(waiting, [{ ...ON, type: 'dividend', amount: 30 }])).events).toEqual([]);
});
