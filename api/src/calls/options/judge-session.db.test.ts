import { applyOptionEvent, type OptionState } from '@vimarsh/shared/domain/calls/options/option-state.ts';
import { declareCalendar, istInstant, NOTHING_DECLARED, nextTradingDay } from '@vimarsh/shared/domain/market/calendar.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { storesIn } from '../../market/index.ts';
import { featureDatabase, openPlatform, type TestPlatform } from '../../platform/testing.ts';
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

/** A market of this stock. */
const pricesOf = (beats: OptionPrices['options']['beats'], change: Partial<OptionPrices> = {}): OptionPrices => ({
  actionsOn: () => [],
  complete: (_symbol, at = new Date()) => ({ until: at, because: null, since: null }),
  hasDay: () => false,
  instrument: () => null,
  banned: () => false,
  dayBars: async () => [],
  unexplainedSince: () => null,
  doubts: () => [],
  can: { ticking: false } as OptionPrices['can'],
  options: { beats },
  ...change,
});
const judge = async (state: OptionState, prices: OptionPrices, to: Date, from = new Date(state.published_at)) => {
  const { events, states } = await judgeOptions([{ stock: 'TCS', expert_id: 'exp_01', state }], prices, from, to);
  return { events: events.map(({ event: { type, ts } }) => `${type} ${ts}`), state: states.get('call')! };
};

describe.each(await featureDatabase())('contracts after a split, on files in %s', (database) => {
  let server: TestPlatform;
  beforeAll(async () => {
    server = await openPlatform({ database });
  });
  afterAll(() => server.end());

  test('the first look of a day is the same one however the time is cut: a level reached later is no gap', async () => {
    const { options } = storesIn(server.platform);
    const looks = ['09:30', '11:00', '14:00'].map((time) => istInstant('2026-11-26', time));
    for (const taken_at of looks) {
      const row = { symbol: 'INFY', expiry: EXPIRY, strike: 1500, type: 'CE' as const, last: 90, prev_close: 66, volume: 1, oi: 1, prev_oi: 1 };
      const file = { taken_at, layout: 'test', quality: 'quotes' as const, file_name: `first ${taken_at.getTime()}`, sha256: 'cd'.repeat(32) };
      await options.store({ ...file, rows: [{ ...row, bid: 90, ask: 91, underlying: 1500, lot: 400 }] });
    }
    const firstIn = async (from: Date) => (await options.beats('INFY', from, istInstant('2026-11-26', '18:00'))).map(({ first }) => first);
    expect(await firstIn(istInstant('2026-11-26', '09:15'))).toEqual([true, false, false]);
    expect(await firstIn(looks[0]!)).toEqual([false, false]);
    expect(await firstIn(istInstant('2026-11-26', '12:00'))).toEqual([false]);
  });

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
    const prices = pricesOf((...stretch) => options.beats(...stretch), { actionsOn: (_symbol, on) => (on === action.day ? [action as never] : []) });
    const { events, state } = await judge(entered(strike, lot), prices, istInstant(EX_DATE, '18:00'), istInstant('2026-11-20', '16:00'));
    expect(events.map((event) => event.split(' ')[0])).toEqual(['corp_adjust', 'closing', 'target_hit']);
    expect(state).toMatchObject({ status: 'target_hit', lot_size: lots, legs: [{ strike: listed }], stale: null });
  });
});

describe('a session, whenever it is judged', () => {
  const beat = (day: string, time: string, quote: { bid: number | null; ask: number | null } | null) => ({
    at: istInstant(day, time),
    first: false,
    o: 2450,
    h: 2450,
    l: 2450,
    c: 2450,
    quote: () => quote,
  });
  type Beat = ReturnType<typeof beat>;
  const seen =
    (...beats: Beat[]): OptionPrices['options']['beats'] =>
    async (_symbol, from, to) =>
      beats.filter(({ at }) => at > from && at <= to);

  test('the ban of its own day cancels who waits, and that of another day does not', async () => {
    const quotes = seen(beat('2026-11-20', '10:30', { bid: 99, ask: 100 }));
    const banned = (day: string) => pricesOf(quotes, { banned: (_symbol, asked) => asked === day });
    const later = istInstant('2026-11-24', '18:00');
    expect((await judge(published(2450, 175), banned('2026-11-20'), later)).state.status).toBe('cancelled');
    expect((await judge(published(2450, 175), banned('2026-11-24'), later)).state.status).toBe('active');
  });

  test('an action of a morning before the publication is in its terms already, also where the whole day is judged in one piece', async () => {
    const action = { day: '2026-11-20', type: 'split', ratio: 5 };
    const quotes = seen(beat('2026-11-20', '10:30', { bid: 99, ask: 100 }));
    const prices = pricesOf(quotes, { actionsOn: (_symbol, on) => (on === action.day ? [action as never] : []) });
    const { events, state } = await judge(published(2450, 175), prices, istInstant('2026-11-20', '15:00'), istInstant('2026-11-19', '18:00'));
    expect(events).toEqual([`entry_fill ${istInstant('2026-11-20', '10:30').toISOString()}`]);
    expect(state).toMatchObject({ lot_size: 175, legs: [{ strike: 2450 }] });
  });

  test('where prices come each minute, a leg without a quote is noted at the quarters of an hour only', async () => {
    const none = { bid: null, ask: null };
    const quotes = seen(beat('2026-11-20', '10:31', none), beat('2026-11-20', '10:44', none), beat('2026-11-20', '10:45', none));
    const stale = async (ticking: boolean) =>
      (await judge(entered(2450, 175), pricesOf(quotes, { can: { ticking } as never }), istInstant('2026-11-20', '11:00'))).events;
    expect(await stale(true)).toEqual([`stale ${istInstant('2026-11-20', '10:45').toISOString()}`]);
    expect(await stale(false), 'files show few moments, and each counts').toEqual([`stale ${istInstant('2026-11-20', '10:31').toISOString()}`]);
  });

  test.each([
    ['closed', 'closed'],
    ['shortened', { preopen: '09:00', open: '09:15', close: '11:00' }],
  ] as const)('a last day that is %s after the publication: the first look after the signed instant ends the call', async (_, declared) => {
    declareCalendar({ ...NOTHING_DECLARED, days: { '2026-12-15': declared } });
    try {
      const quotes = seen(
        beat('2026-12-14', '15:30', { bid: 98, ask: 99 }),
        beat('2026-12-15', '10:59', { bid: 98, ask: 99 }),
        beat('2026-12-16', '09:20', { bid: 96, ask: 97 }),
      );
      const { events, state } = await judge(entered(2450, 175), pricesOf(quotes), istInstant('2026-12-16', '10:00'));
      expect(events.filter((event) => !event.startsWith('stale') && !event.startsWith('quoted'))).toEqual([
        `expired ${istInstant('2026-12-16', '09:20').toISOString()}`,
      ]);
      expect(state.exit!.legs[0]!.price).toBe(96);
    } finally {
      declareCalendar(NOTHING_DECLARED);
    }
  });

  describe('the last day, where the underlying has no price on file', () => {
    const untilMonday = () => entered(2450, 175);
    const market = (kind: 'stock' | 'index', days: readonly string[]) =>
      pricesOf(seen(), { hasDay: (day) => days.includes(day), instrument: () => ({ kind: kind === 'index' ? 'index' : 'equity' }) as never });
    const next = nextTradingDay(EXPIRY);
    const ended = `unjudged ${istInstant(EXPIRY, '15:40').toISOString()}`;
    const late = istInstant(next, '18:00');

    test.each([
      ['a stock whose day is on file', 'stock', [EXPIRY], ended],
      ['a stock whose day is missing: it waits for the file', 'stock', [next], null],
      ['an index, which no file of shares has: it waits for its chains to the next session', 'index', [EXPIRY], null],
      ['an index a session later', 'index', [EXPIRY, next], `unjudged ${istInstant(next, '15:40').toISOString()}`],
    ] as const)('%s', async (_, kind, days, expected) => {
      const { events, state } = await judge(untilMonday(), market(kind, days), late);
      expect(events.filter((event) => !event.startsWith('stale'))).toEqual(expected === null ? [] : [expected]);
      expect(state.status).toBe(expected === null ? 'active' : 'unjudged');
    });
  });
});
