import { applyOptionEvent, type OptionState } from '@vimarsh/shared/domain/calls/options/option-state.ts';
import { istInstant } from '@vimarsh/shared/domain/market/calendar.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storesIn } from '../../market/index.ts';
import { databases, openPlatform, type TestPlatform } from '../../platform/testing.ts';
import { judgeOptions, type OptionPrices } from './judge.ts';

/** Friday; the ex-date is Monday, and the contract expires on 29 December. */
const PUBLISHED = istInstant('2026-11-20', '10:00');
const EX_DATE = '2026-11-23';
const EXPIRY = '2026-12-29';

const published = (strike: number, lot_size: number): OptionState =>
  applyOptionEvent(null, {
    call_id: 'call',
    type: 'publish',
    ts: PUBLISHED.toISOString(),
    payload: {
      stock: 'TCS',
      underlying_type: 'stocks',
      legs: [{ side: 'buy', type: 'CE', strike, expiry: EXPIRY, lots: 1, mid: 100 }],
      lot_size,
      level_basis: 'pnl',
      target: 1500,
      stop_loss: -9000,
      net_limit: null,
      margin_est: 100_000,
      max_loss: -9000,
      settles: false,
      entry_until: istInstant('2026-11-25', '15:40').toISOString(),
      expires_at: istInstant('2026-12-15', '15:40').toISOString(),
    },
  });
const entered = (strike: number, lot: number): OptionState =>
  applyOptionEvent(published(strike, lot), {
    call_id: 'call',
    type: 'entry_fill',
    ts: istInstant('2026-11-20', '10:01').toISOString(),
    payload: { legs: [{ price: 100, mid: 100 }], spot: strike },
  });

/** A market of this stock. `now` is when it is asked. */
const pricesOf = (beats: OptionPrices['options']['beats'], change: Partial<OptionPrices> = {}): OptionPrices => ({
  actions: () => [],
  instrument: () => null,
  dayBars: async () => [],
  clock: () => ({ source: 'replay' }) as ReturnType<OptionPrices['clock']>,
  now: () => istInstant('2026-11-27', '12:00'),
  options: { beats },
  ...change,
});
const judge = async (state: OptionState, prices: OptionPrices, to: Date, from = new Date(state.published_at)) => {
  const { events, states } = await judgeOptions([{ stock: 'TCS', expert_id: 'exp_01', state }], prices, from, to);
  return { events: events.map(({ event: { type, ts } }) => `${type} ${ts}`), state: states.get('call')! };
};

describe.each(await databases())('contracts after a split, on files in %s', (database) => {
  let server: TestPlatform;
  beforeAll(async () => {
    server = await openPlatform({ database });
  });
  afterAll(() => server.end());

  // 2,450 / 1.5 = 1,633.33…, by ticks of five paise; 650 / 1.5 = 433.33….
  test.each([
    ['split', '3:2', 2450, 1633.35, 175, 263],
    ['bonus', '1:2', 650, 433.35, 65, 98],
  ] as const)('%s %s: a call finds the rounded strike in the book, and closes by it', async (type, _terms, strike, listed, lot, lots) => {
    const { options } = storesIn(server.platform);
    const [decided, filled] = ['10:00', '10:15'].map((time) => istInstant(EX_DATE, time)) as [Date, Date];
    for (const taken_at of [decided, filled]) {
      const row = { symbol: 'TCS', expiry: EXPIRY, strike: listed, type: 'CE' as const, last: 90, prev_close: 66, volume: 1, oi: 1, prev_oi: 1 };
      const file = { taken_at, layout: 'test', quality: 'quotes' as const, file_name: `${type} ${taken_at.getTime()}`, sha256: 'ab'.repeat(32) };
      await options.store({ ...file, rows: [{ ...row, bid: 90, ask: 91, underlying: listed, lot: lots }] });
    }
    const action = { day: EX_DATE, type, ratio: 1.5 };
    const prices = pricesOf((...stretch) => options.beats(...stretch), { actions: () => [action] as never });
    const { events, state } = await judge(entered(strike, lot), prices, istInstant(EX_DATE, '18:00'), istInstant('2026-11-20', '16:00'));
    expect(events.map((event) => event.split(' ')[0])).toEqual(['corp_adjust', 'closing', 'target_hit']);
    expect(state).toMatchObject({ status: 'target_hit', lot_size: lots, legs: [{ strike: listed }], stale: null });
  });
});
