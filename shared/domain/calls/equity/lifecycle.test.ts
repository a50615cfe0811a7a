import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isOpen } from '../record-rules.ts';
import { applyEvent, type CallState, type StateEvent } from './call-state.ts';
import { mayResolve, type PriceBar, resolveBar, resolveBars, resolveTime } from './lifecycle.ts';

/** Daily bars from the week of 2 March 2026: Mon 2 … Fri 6, Mon 9 …; 09:15–15:30 IST. */
const day = (date: string, o: number, h: number, l: number, c: number): PriceBar => ({
  start: new Date(`${date}T03:45:00.000Z`),
  end: new Date(`${date}T10:00:00.000Z`),
  o,
  h,
  l,
  c,
  resolution: 'day',
});
const second = (time: string, o: number, h = o, l = o, c = o): PriceBar => {
  const start = new Date(`2026-03-03T${time}.000Z`);
  return { start, end: new Date(start.getTime() + 1000), o, h, l, c, resolution: 'second' };
};

interface Shape {
  call_type?: 'Buy' | 'Sell' | 'Hold';
  entry_mode?: 'market' | 'limit' | 'range';
  entry?: [number, number];
  target?: number;
  stop?: number;
  comes_from?: 'above' | 'below' | undefined;
  term?: 'intraday' | 'shortTerm';
  published?: string;
  entry_until?: string;
  expires?: string;
}
/** Published Mon 2 Mar 2026 at 16:00 IST by default; entry window to Thu 5 Mar, valid till Fri 13 Mar. */
function call(shape: Shape = {}): CallState {
  const [entry_low, entry_high] = shape.entry ?? [100, 100];
  return applyEvent(null, {
    call_id: 'c1',
    type: 'publish',
    ts: shape.published ?? '2026-03-02T10:30:00.000Z',
    payload: {
      call_type: shape.call_type ?? 'Buy',
      term: shape.term ?? 'shortTerm',
      entry_mode: shape.entry_mode ?? 'market',
      entry_low,
      entry_high,
      ...(shape.comes_from && { comes_from: shape.comes_from }),
      target: shape.target ?? 110,
      stop_loss: shape.stop ?? 95,
      entry_until: shape.entry_until ?? '2026-03-05T10:00:00.000Z',
      expires_at: shape.expires ?? '2026-03-13T10:00:00.000Z',
    },
  });
}
const brief = (state: CallState, bars: PriceBar[]): string[] =>
  resolveBars(state, bars).events.map((event) =>
    `${event.type} ${event.payload.price ?? ''} ${event.payload.basis ?? ''} ${event.ts.slice(5, 16)}`.replace(/ +/g, ' '),
  );

describe('entry', () => {
  const range: Shape = { entry_mode: 'range', entry: [99, 101] };
  test.each<[string, Shape, PriceBar[], string[]]>([
    ['market fills at the next open', {}, [day('2026-03-03', 101, 103, 99, 102)], ['entry_fill 101 open 03-03T03:45']],
    ['market ignores the bar it was published in', { published: '2026-03-03T05:00:00.000Z' }, [day('2026-03-03', 101, 103, 99, 102)], []],
    ['range: open inside fills at the open', range, [day('2026-03-03', 100.5, 103, 98, 102)], ['entry_fill 100.5 open 03-03T03:45']],
    ['range from above fills at the upper edge', range, [day('2026-03-03', 103, 104, 100, 102)], ['entry_fill 101 level 03-03T10:00']],
    ['range from below fills at the lower edge', range, [day('2026-03-03', 97, 100, 96.5, 98)], ['entry_fill 99 level 03-03T10:00']],
    [
      'range missed twice, touched on the third day',
      range,
      [day('2026-03-03', 103, 104, 102, 103), day('2026-03-04', 103, 105, 101.5, 104), day('2026-03-05', 104, 104, 101, 103)],
      ['entry_fill 101 level 03-05T10:00'],
    ],
    [
      'Sell range from below fills at the lower edge',
      { ...range, call_type: 'Sell', target: 90, stop: 105 },
      [day('2026-03-03', 97, 100, 96, 98)],
      ['entry_fill 99 level 03-03T10:00'],
    ],
    [
      'window over: lapsed at the third close',
      range,
      [day('2026-03-03', 103, 104, 102, 103), day('2026-03-04', 103, 104, 102, 103), day('2026-03-05', 103, 104, 102, 103)],
      ['lapsed 03-05T10:00'],
    ],
    ['a first bar after the window lapses too', range, [day('2026-03-09', 100, 101, 99, 100)], ['lapsed 03-05T10:00']],
  ])('%s', (_name, shape, bars, expected) => expect(brief(call(shape), bars)).toEqual(expected));

  test('a limit waits 60 seconds after publication, so that a follower can get the same price', () => {
    const limit = call({ entry_mode: 'limit', published: '2026-03-03T05:00:00.500Z' });
    expect(brief(limit, [second('05:00:01', 100), second('05:01:00', 100)])).toEqual([]);
    const { events } = resolveBars(limit, [second('05:01:01', 100)]);
    expect(events[0]?.payload).toEqual({ price: 100, basis: 'open', follower: { price: 100, ts: '2026-03-03T05:01:01.000Z' } });
  });

  test('intraday lapses at 14:45 IST by the clock alone', () => {
    const intraday = call({
      term: 'intraday',
      entry_mode: 'limit',
      published: '2026-03-03T05:00:00.000Z',
      entry_until: '2026-03-03T09:15:00.000Z',
      expires: '2026-03-03T09:40:00.000Z',
    });
    expect(resolveTime(intraday, Date.parse('2026-03-03T09:14:59.999Z'))).toEqual([]);
    expect(resolveTime(intraday, Date.parse('2026-03-03T09:15:00.000Z'))).toMatchObject([{ type: 'lapsed', ts: Date.parse('2026-03-03T09:15:00.000Z') }]);
  });
});

describe('a price that jumps across the entry', () => {
  const limit: Shape = { entry_mode: 'limit', comes_from: 'above' };
  const range: Shape = { ...limit, entry_mode: 'range', entry: [99, 101] };
  const sell: Shape = { ...limit, call_type: 'Sell', comes_from: 'below', target: 90, stop: 105 };
  const window = [day('2026-03-03', 106, 108, 103, 107), day('2026-03-04', 107, 108, 104, 106), day('2026-03-05', 106, 107, 104, 105)];
  test.each<[string, Shape, PriceBar[], string[]]>([
    ['Buy from above, better open: filled there', limit, [day('2026-03-03', 98, 99, 96, 97)], ['entry_fill 98 open 03-03T03:45']],
    ['the same below a range', range, [day('2026-03-03', 98, 98.5, 96, 97)], ['entry_fill 98 open 03-03T03:45']],
    [
      'it rises through the limit later in the bar: filled at the open all the same',
      limit,
      [day('2026-03-03', 98, 104, 97, 103)],
      ['entry_fill 98 open 03-03T03:45'],
    ],
    [
      'open beyond the stop-loss too: in and out at once',
      limit,
      [day('2026-03-03', 93, 99, 92, 98)],
      ['entry_fill 93 open 03-03T03:45', 'sl_hit 93 gap 03-03T03:45'],
    ],
    ['and down to its stop-loss that day', limit, [day('2026-03-03', 98, 99, 94, 96)], ['entry_fill 98 open 03-03T03:45', 'sl_hit 95 level 03-03T10:00']],
    ['Sell from below, better open: filled there', sell, [day('2026-03-03', 102, 104, 101, 103)], ['entry_fill 102 open 03-03T03:45']],
    ['Buy from below, worse open: never filled, lapsed with its window', { ...limit, comes_from: 'below' }, window, ['lapsed 03-05T10:00']],
    [
      'Sell from above, worse open: never filled',
      { ...sell, comes_from: 'above' },
      window.map((bar) => ({ ...bar, o: 96, h: 97, l: 92, c: 95 })),
      ['lapsed 03-05T10:00'],
    ],
    [
      'worse open, then back to the limit: filled there',
      { ...limit, comes_from: 'below' },
      [window[0]!, day('2026-03-04', 104, 105, 99, 101)],
      ['entry_fill 100 level 03-04T10:00'],
    ],
    ['Buy from below waits for the rise', { ...limit, comes_from: 'below' }, [day('2026-03-03', 98, 99, 97, 98)], []],
    ['published inside its range: only a trade inside fills', { ...range, comes_from: undefined }, [day('2026-03-03', 98, 98.5, 96, 97)], []],
    ['an older call keeps its rule', { entry_mode: 'limit' }, [day('2026-03-03', 98, 99, 96, 97)], []],
    ['not within a minute of the publication', { ...limit, published: '2026-03-03T03:44:30.000Z' }, [day('2026-03-03', 98, 99, 96, 97)], []],
  ])('%s', (_name, shape, bars, expected) => {
    expect(brief(call(shape), bars)).toEqual(expected);
    // What the engine would skip by the day's range does nothing.
    const skipped = bars.reduce((state, bar) => (mayResolve(state, bar) ? resolveBars(state, [bar]).state : state), call(shape));
    expect(skipped).toEqual(resolveBars(call(shape), bars).state);
  });
});

describe('the bar of the entry', () => {
  const limit: Shape = { entry_mode: 'limit' };
  test.each<[string, Shape, PriceBar, string[]]>([
    [
      'open fill, target later in the bar counts',
      {},
      day('2026-03-03', 101, 111, 99, 105),
      ['entry_fill 101 open 03-03T03:45', 'target_hit 110 level 03-03T10:00'],
    ],
    ['open fill, both touched: stop first', {}, day('2026-03-03', 101, 111, 94, 105), ['entry_fill 101 open 03-03T03:45', 'sl_hit 95 both 03-03T10:00']],
    [
      'market opening through its stop: in and out at the open',
      {},
      day('2026-03-03', 94, 99, 93, 98),
      ['entry_fill 94 open 03-03T03:45', 'sl_hit 94 gap 03-03T03:45'],
    ],
    ['market opening through its target', {}, day('2026-03-03', 112, 115, 111, 114), ['entry_fill 112 open 03-03T03:45', 'target_hit 112 gap 03-03T03:45']],
    [
      'limit fill, high at target but close below it: not certain, stays open',
      limit,
      day('2026-03-03', 104, 111, 99, 105),
      ['entry_fill 100 level 03-03T10:00'],
    ],
    [
      'limit fill, close through target: certain',
      limit,
      day('2026-03-03', 104, 112, 99, 110.5),
      ['entry_fill 100 level 03-03T10:00', 'target_hit 110 level 03-03T10:00'],
    ],
    ['limit fill, stop touched: counts', limit, day('2026-03-03', 104, 105, 95, 100), ['entry_fill 100 level 03-03T10:00', 'sl_hit 95 level 03-03T10:00']],
    [
      'limit fill, stop touched and close at target: stop first',
      limit,
      day('2026-03-03', 104, 111, 94, 110),
      ['entry_fill 100 level 03-03T10:00', 'sl_hit 95 both 03-03T10:00'],
    ],
    [
      'Sell limit fill, low at target but close above it',
      { ...limit, call_type: 'Sell', target: 90, stop: 105 },
      day('2026-03-03', 96, 101, 89, 95),
      ['entry_fill 100 level 03-03T10:00'],
    ],
  ])('%s', (_name, shape, bar, expected) => expect(brief(call(shape), [bar])).toEqual(expected));
});

describe('an active call', () => {
  const start = day('2026-03-03', 100, 101, 99, 100);
  const sell: Shape = { call_type: 'Sell', target: 90, stop: 105 };
  test.each<[string, Shape, PriceBar[], string]>([
    ['target at its level', {}, [day('2026-03-04', 101, 110, 100, 109)], 'target_hit 110 level 03-04T10:00'],
    [
      'a hair below the target does not reach it',
      {},
      [day('2026-03-04', 101, 109.95, 100, 109), day('2026-03-05', 109, 110.05, 108, 109)],
      'target_hit 110 level 03-05T10:00',
    ],
    ['stop at its level', {}, [day('2026-03-04', 101, 102, 95, 96)], 'sl_hit 95 level 03-04T10:00'],
    ['gap through the stop: the worse open', {}, [day('2026-03-04', 92, 97, 91, 96)], 'sl_hit 92 gap 03-04T03:45'],
    ['gap through the target: the better open', {}, [day('2026-03-04', 113, 114, 109, 110)], 'target_hit 113 gap 03-04T03:45'],
    ['both in one bar: stop-loss first', {}, [day('2026-03-04', 101, 111, 94, 108)], 'sl_hit 95 both 03-04T10:00'],
    ['Sell: target', sell, [day('2026-03-04', 99, 100, 90, 91)], 'target_hit 90 level 03-04T10:00'],
    ['Sell: gap through the stop', sell, [day('2026-03-04', 107, 108, 101, 102)], 'sl_hit 107 gap 03-04T03:45'],
    ['Sell: both in one bar', sell, [day('2026-03-04', 99, 106, 89, 91)], 'sl_hit 105 both 03-04T10:00'],
    [
      'expiry at the close of the last day',
      { expires: '2026-03-05T10:00:00.000Z' },
      [day('2026-03-04', 101, 102, 99, 101), day('2026-03-05', 101, 103, 100, 102.4)],
      'expired 102.4 close 03-05T10:00',
    ],
    [
      'levels beat expiry on the last day',
      { expires: '2026-03-05T10:00:00.000Z' },
      [day('2026-03-05', 101, 110, 100, 102)],
      'target_hit 110 level 03-05T10:00',
    ],
    [
      'no trade on the last day: first price after it',
      { expires: '2026-03-05T10:00:00.000Z' },
      [day('2026-03-06', 93, 112, 92, 100)],
      'expired 93 open 03-06T03:45',
    ],
    [
      'Hold ends by time only',
      { call_type: 'Hold', expires: '2026-03-05T10:00:00.000Z' },
      [day('2026-03-04', 94, 112, 90, 100), day('2026-03-05', 100, 112, 90, 101)],
      'expired 101 close 03-05T10:00',
    ],
  ])('%s', (_name, shape, bars, expected) => expect(brief(call(shape), [start, ...bars]).slice(1)).toEqual([expected]));

  test('intraday closes at 15:10 IST with the last price before it', () => {
    const intraday = call({
      term: 'intraday',
      published: '2026-03-03T05:00:00.000Z',
      entry_until: '2026-03-03T09:15:00.000Z',
      expires: '2026-03-03T09:40:00.000Z',
    });
    expect(brief(intraday, [second('05:00:01', 100), second('09:39:58', 101), second('09:39:59', 101.2), second('09:40:00', 120)])).toEqual([
      'entry_fill 100 open 03-03T05:00',
      'expired 101.2 close 03-03T09:40',
    ]);
  });
});

describe('what people do to an open call', () => {
  const active = resolveBars(call(), [day('2026-03-03', 100, 101, 99, 100)]).state;
  const event = (type: StateEvent['type'], ts: string, payload: Record<string, unknown>) => ({
    call_id: 'c1',
    type,
    ts,
    payload,
  });

  test('a tightened stop holds for bars that start after it', () => {
    const tightened = applyEvent(active, event('tighten_sl', '2026-03-04T05:00:00.000Z', { stop_loss: 99 }));
    expect(brief(tightened, [day('2026-03-04', 101, 102, 98, 101)])).toEqual([]);
    expect(brief(tightened, [day('2026-03-05', 101, 102, 98, 101)])).toEqual(['sl_hit 99 level 03-05T10:00']);
  });

  test('an exit leaves at the open of the next bar, five minutes after entry at the earliest; levels at the open come first', () => {
    const exitRequested = applyEvent(active, event('exit_request', '2026-03-04T05:00:00.000Z', { reason: 'Thesis broken by the results' }));
    expect(brief(exitRequested, [day('2026-03-04', 101, 102, 98, 101), day('2026-03-05', 101.5, 120, 90, 101)])).toEqual(['exited 101.5 open 03-05T03:45']);
    expect(resolveBars(exitRequested, [day('2026-03-05', 101.5, 102, 100, 101)]).state.exit?.reason).toBe('Thesis broken by the results');
    expect(brief(exitRequested, [day('2026-03-05', 94, 95, 90, 91)])).toEqual(['sl_hit 94 gap 03-05T03:45']);

    const fresh = resolveBars(call({ published: '2026-03-03T05:00:00.000Z' }), [second('05:00:01', 100)]).state;
    const early = applyEvent(fresh, event('exit_request', '2026-03-03T05:02:00.000Z', { reason: 'x' }));
    expect(brief(early, [second('05:02:01', 101), second('05:05:00', 102), second('05:05:01', 103)])).toEqual(['exited 103 open 03-03T05:05']);
  });

  test('calls of a suspended expert still close by their levels', () => {
    const frozen = applyEvent(active, event('admin_flag', '2026-03-04T02:00:00.000Z', { flag: 'expert_suspended' }));
    expect(frozen.status).toBe('suspended_open');
    expect(brief(frozen, [day('2026-03-04', 101, 110, 100, 109)])).toEqual(['target_hit 110 level 03-04T10:00']);
    expect(applyEvent(frozen, event('admin_flag', '2026-03-05T02:00:00.000Z', { flag: 'expert_restored' })).status).toBe('active');
    const waiting = applyEvent(call(), event('admin_flag', '2026-03-02T11:00:00.000Z', { flag: 'expert_suspended' }));
    expect(waiting.status).toBe('awaiting_entry');
    expect(resolveBars(waiting, [day('2026-03-03', 100, 101, 99, 100)]).state.status).toBe('suspended_open');
  });

  test('a waiting call can be cancelled; nothing changes a call that has ended', () => {
    const cancelled = applyEvent(call(), event('cancelled', '2026-03-02T12:00:00.000Z', { reason: 'Trading halted' }));
    expect(cancelled.status).toBe('cancelled');
    expect(brief(cancelled, [day('2026-03-03', 100, 120, 80, 100)])).toEqual([]);
    expect(applyEvent(cancelled, event('tighten_sl', '2026-03-03T05:00:00.000Z', { stop_loss: 99 }))).toBe(cancelled);
  });

  test('a 5-for-1 split divides every price', () => {
    const split = applyEvent(active, event('corp_adjust', '2026-03-04T03:30:00.000Z', { action: 'split', ratio: 5, ex_date: '2026-03-04' }));
    expect(split).toMatchObject({ entry_low: 20, target: 22, stops: [{ price: 19 }], entry: { price: 20 } });
    expect(applyEvent(split, event('corp_adjust', '2026-03-04T03:30:00.000Z', { action: 'split', ratio: 5, ex_date: '2026-03-04' }))).toBe(split);
    expect(brief(split, [day('2026-03-04', 20.2, 20.6, 19.4, 20)])).toEqual([]);
  });

  test('a call that can’t be judged neither fills nor ends, by bars or by time, until it can', () => {
    const missing = { cause: 'missing_day', day: '2026-03-04', before: null, opened: null };
    const waits = applyEvent(active, event('not_judgeable', '2026-03-05T10:00:00.000Z', missing));
    expect(waits).toMatchObject({ status: 'active', not_judgeable: missing });
    const stopped = day('2026-03-04', 100, 101, 80, 82);
    expect([brief(waits, [stopped, day('2026-03-13', 80, 81, 79, 80)]), mayResolve(waits, stopped)]).toEqual([[], false]);
    const judged = applyEvent(waits, event('judgeable', '2026-03-06T04:00:00.000Z', { day: '2026-03-04' }));
    expect(judged).toEqual(active);
    expect(brief(judged, [stopped])).toEqual(['sl_hit 95 level 03-04T10:00']);

    const unfilled = applyEvent(call({ entry_mode: 'limit' }), event('not_judgeable', '2026-03-03T10:00:00.000Z', missing));
    expect(resolveTime(unfilled, Date.parse('2026-04-01T00:00:00.000Z'))).toEqual([]);
  });

  test('what became known late happened when its bar says, not when it was written down', () => {
    const at = '2026-03-04T10:00:00.000Z';
    const ended = applyEvent(active, event('sl_hit', '2026-03-09T12:00:00.000Z', { price: 95, basis: 'level', at }));
    expect(ended.exit).toEqual({ price: 95, ts: Date.parse(at), reason: 'Stop-loss reached' });
  });

  test('a record must begin with publish', () => {
    expect(() => applyEvent(null, event('note', '2026-03-04T05:00:00.000Z', {}))).toThrow('begins with note');
  });
});

describe('properties', () => {
  const bars = fc
    .array(
      fc.tuple(fc.integer({ min: 850, max: 1200 }), fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 100 })),
      { minLength: 1, maxLength: 40 },
    )
    .map((rows) =>
      rows.map(([o, up, down, at], index): PriceBar => {
        const start = new Date(Date.parse('2026-03-03T05:00:00.000Z') + index * 30_000);
        return {
          start,
          end: new Date(start.getTime() + 30_000),
          o: o / 10,
          h: (o + up) / 10,
          l: (o - down) / 10,
          c: (o - down + Math.floor(((up + down) * at) / 100)) / 10,
          resolution: 'second',
        };
      }),
    );
  const calls = fc
    .record({
      type: fc.constantFrom('Buy', 'Sell', 'Hold'),
      mode: fc.constantFrom('market', 'limit', 'range'),
      low: fc.integer({ min: 980, max: 1010 }),
      width: fc.integer({ min: 0, max: 20 }),
      far: fc.integer({ min: 5, max: 120 }),
      risk: fc.integer({ min: 5, max: 80 }),
      from: fc.constantFrom(undefined, 'above' as const, 'below' as const),
      windowBars: fc.integer({ min: 1, max: 40 }),
      lifeBars: fc.integer({ min: 1, max: 45 }),
    })
    .map(({ type, mode, low, width, far, risk, from, windowBars, lifeBars }) => {
      const high = mode === 'range' ? low + width : low;
      const start = Date.parse('2026-03-03T04:59:30.000Z');
      return call({
        call_type: type as 'Buy',
        entry_mode: mode as 'market',
        entry: [low / 10, high / 10],
        comes_from: mode === 'market' ? undefined : from,
        target: type === 'Sell' ? (low - far) / 10 : (high + far) / 10,
        stop: type === 'Sell' ? (high + risk) / 10 : (low - risk) / 10,
        published: new Date(start).toISOString(),
        entry_until: new Date(start + Math.min(windowBars, lifeBars) * 30_000).toISOString(),
        expires: new Date(start + lifeBars * 30_000).toISOString(),
      });
    });
  const whole = (list: readonly PriceBar[]): PriceBar => ({
    start: list[0]!.start,
    end: list.at(-1)!.end,
    o: list[0]!.o,
    h: Math.max(...list.map((bar) => bar.h)),
    l: Math.min(...list.map((bar) => bar.l)),
    c: list.at(-1)!.c,
    resolution: 'day',
  });

  test('never two ends, never an end without entry, every price inside its bar', () => {
    fc.assert(
      fc.property(calls, bars, (state, list) => {
        const { events, state: after } = resolveBars(state, list);
        expect(events.filter((event) => event.type === 'entry_fill').length).toBeLessThanOrEqual(1);
        expect(events.filter((event) => event.type !== 'entry_fill').length).toBe(isOpen(after.status) ? 0 : 1);
        if (after.exit) expect(after.entry).not.toBeNull();
        let now = state;
        for (const bar of list)
          for (const outcome of resolveBar(now, bar)) {
            if (outcome.price !== null) {
              expect(outcome.price).toBeGreaterThanOrEqual(bar.l);
              expect(outcome.price).toBeLessThanOrEqual(bar.h);
              expect(outcome.ts).toBeGreaterThanOrEqual(bar.start.getTime());
              expect(outcome.ts).toBeLessThanOrEqual(bar.end.getTime());
            }
            now = resolveBars(now, [bar]).state;
            break;
          }
      }),
      { numRuns: 400 },
    );
  });

  test('any split into batches, and repeated bars, give the same record', () => {
    fc.assert(
      fc.property(calls, bars, fc.array(fc.tuple(fc.nat(40), fc.nat(6)), { maxLength: 8 }), (state, list, cuts) => {
        const expected = resolveBars(state, list).events;
        let at = 0;
        let now = state;
        const got = [];
        for (const [step, overlap] of [...cuts, [list.length, 3] as const]) {
          const end = Math.min(list.length, at + step);
          const { events } = resolveBars(now, list.slice(Math.max(0, at - overlap), end));
          got.push(...events);
          // The state is rebuilt from the record, as after a restart.
          for (const event of events) now = applyEvent(now, event);
          at = end;
        }
        expect(got).toEqual(expected);
      }),
      { numRuns: 400 },
    );
  });

  test('a stretch the filter skips has no effect, and skipping never changes the record', () => {
    fc.assert(
      fc.property(calls, bars, fc.integer({ min: 1, max: 10 }), (state, list, size) => {
        const expected = resolveBars(state, list).events;
        let now = state;
        const got = [];
        for (let at = 0; at < list.length; at += size) {
          const part = list.slice(at, at + size);
          if (!mayResolve(now, whole(part))) continue;
          const judged = resolveBars(now, part);
          got.push(...judged.events);
          now = judged.state;
        }
        expect(got).toEqual(expected);
      }),
      { numRuns: 400 },
    );
  });
});
