import { describe, expect, test } from 'vitest';
import type { AdjustingAction } from '../corp-adjust.ts';
import { isOpen } from '../record-rules.ts';
import { consequenceOf } from './actions.ts';
import { resultOf } from './figures.ts';
import { legsOf } from './legs.testing.ts';
import { type ChainBeat, resolveBeat } from './lifecycle.ts';
import { applyOptionEvent, type OptionState, type OptionStateEvent } from './option-state.ts';

/*
 * Every result is worked out by hand from the quotes beside it; no code of ours was asked for it. NIFTY has 65 to a lot. A quote is
 * `bid/ask`, `-` where nobody bids or asks. Bought legs come in at the ask and go out at the bid, sold ones the other way round. Calls are
 * published on Friday 20 Nov 2026 at 10:00:00 IST; the contracts expire on Monday the 23rd, because the 24th is a holiday.
 */
const at = (text: string): number => {
  const [day, time] = text.includes(' ') ? text.split(' ') : ['20', text];
  return Date.parse(`2026-11-${day}T${time!.length === 5 ? `${time}:00` : time}+05:30`);
};

interface Call {
  readonly legs: string;
  readonly mids: readonly number[];
  readonly basis?: OptionState['level_basis'];
  readonly target: number;
  readonly stop: number;
  readonly change?: Readonly<Record<string, unknown>>;
  readonly published?: string;
}
const MAX_LOSS = -7800;

function publish({ legs, mids, basis = 'pnl', target, stop, change = {}, published = '10:00:00' }: Call): OptionState {
  return applyOptionEvent(null, {
    call_id: 'call',
    type: 'publish',
    ts: new Date(at(published)).toISOString(),
    payload: {
      stock: 'NIFTY',
      underlying_type: 'indices',
      legs: legsOf(legs).map((leg, index) => ({ ...leg, mid: mids[index] })),
      lot_size: 65,
      level_basis: basis,
      target,
      stop_loss: stop,
      net_limit: null,
      margin_est: 180_000,
      max_loss: MAX_LOSS,
      settles: true,
      entry_until: new Date(at('23 14:00')).toISOString(),
      expires_at: new Date(at('23 15:40')).toISOString(),
      ...change,
    },
  });
}

/** `10:10 | 250/252 125/127 | o h l c | extras`: a look, its quotes in the order of the legs, and the underlying. */
function look(text: string, legs: OptionState['legs']): ChainBeat {
  const [when, quotes, bar, more = ''] = text.split('|').map((part) => part.trim());
  const [o, h, l, c] = bar ? bar.split(' ').map(Number) : [24_000, 24_000, 24_000, 24_000];
  const read = (price: string | undefined): number | null => (!price || price === '-' ? null : Number(price));
  const books = quotes!.split(' ').map((quote) => ({ bid: read(quote.split('/')[0]), ask: read(quote.split('/')[1]) }));
  const moment = at(when!);
  const value = /settles (\S+)/.exec(more)?.[1];
  return {
    at: moment,
    first: more.includes('first'),
    look: moment % 900_000 === 0,
    o: o!,
    h: h ?? o!,
    l: l ?? o!,
    c: c ?? o!,
    banned: more.includes('banned'),
    quote: (leg) => books[legs.findIndex((own) => own.type === leg.type && own.strike === leg.strike && own.expiry === leg.expiry)] ?? null,
    settlement: () => (value === undefined ? null : Number(value)),
    unvalued: () => more.includes('unvalued'),
  };
}

/** The looks in time order until the call ends: the resulting events and the state after them. */
function judged(state: OptionState, looks: readonly string[]): { state: OptionState; events: OptionStateEvent[] } {
  const events: OptionStateEvent[] = [];
  let now = state;
  for (const text of looks) {
    for (const event of resolveBeat(now, look(text, state.legs))) {
      events.push(event);
      now = applyOptionEvent(now, event);
    }
    if (!isOpen(now.status)) break;
  }
  return { state: now, events };
}
const outcome = (state: OptionState) => {
  const result = resultOf(state);
  return { status: state.status, pnl: result?.pnl ?? null, headline: result?.headline_pnl ?? null, slippage: result?.slippage ?? null };
};

describe('each strategy: in at 10:01, decided at 10:10, out at 10:11', () => {
  test.each<[string, Call, [string, string, string], OptionState['status'], number, number]>([
    // In 203. At 10:10 (250 − 203)·65 = 3,055 ≥ 3,000. Out 251: 48·65. Page: 251 − 200 = 51·65.
    ['LONG_CALL on profit', { legs: '+1 CE 24000', mids: [200], target: 3000, stop: -2000 }, ['201/203', '250/252', '251/253'], 'target_hit', 3120, 3315],
    // In 151. (135 − 151)·130 = −2,080. Out 134: −17·130. Page: 136 − 150 = −14·130.
    ['LONG_PUT, two lots', { legs: '+2 PE 24000', mids: [150], target: 3000, stop: -2000 }, ['149/151', '135/137', '134/136'], 'sl_hit', -2210, -1820],
    // In 221 − 99 = 122. Then 280 − 127 = 153: 31·65 = 2,015. Out 281 − 128 = 153. Page: 155 − 120 = 35·65.
    [
      'BULL_CALL',
      { legs: '+1 CE 24000, -1 CE 24200', mids: [220, 100], target: 2000, stop: -2000 },
      ['219/221 99/101', '280/282 125/127', '281/283 126/128'],
      'target_hit',
      2015,
      2275,
    ],
    // In 211 − 129 = 82. Then 180 − 131.50 = 48.50 ≤ 50. Out 179 − 131 = 48: −34·65. Page: 50.50 − 80 = −29.50·65.
    [
      'BEAR_PUT on premium',
      { legs: '+1 PE 24000, -1 PE 23800', mids: [210, 130], basis: 'premium', target: 120, stop: 50 },
      ['209/211 129/131', '180/182 129.5/131.5', '179/181 129/131'],
      'sl_hit',
      -2210,
      -1917.5,
    ],
    // In −119 + 71 = −48. Then −60 + 40.50 = −19.50 ≥ −20. Out −59 + 40 = −19: 29·65. Page: −17.75 + 50 = 32.25·65. Legs by strike: 23700 is named second.
    [
      'BULL_PUT on premium received',
      { legs: '-1 PE 23900, +1 PE 23700', mids: [120, 70], basis: 'premium', target: -20, stop: -80 },
      ['119/121 69/71', '58/60 40.5/42', '57/59 40/41.5'],
      'target_hit',
      1885,
      2096.25,
    ],
    // In −109 + 61 = −48. Then −142 + 68 = −74: −26·130 = −3,380. Out −143 + 69 = −74. Page: −72 + 50 = −22·130.
    [
      'BEAR_CALL, two lots',
      { legs: '-2 CE 24200, +2 CE 24400', mids: [110, 60], target: 3000, stop: -3000 },
      ['109/111 59/61', '140/142 68/70', '141/143 69/71'],
      'sl_hit',
      -3380,
      -2860,
    ],
    // In 352. Then 390: 38·65 = 2,470. Out 391: 39·65. Page: 392 − 350 = 42·65.
    [
      'LONG_STRADDLE',
      { legs: '+1 CE 24000, +1 PE 24000', mids: [180, 170], target: 2400, stop: -2400 },
      ['179/181 169/171', '260/262 130/132', '262/264 129/131'],
      'target_hit',
      2535,
      2730,
    ],
    // In −179 − 169 = −348. Then −202 − 197 = −399: −51·65 = −3,315. Out −207 − 198 = −405: −57·65. Page: −397 + 350 = −47·65.
    [
      'SHORT_STRADDLE',
      { legs: '-1 CE 24000, -1 PE 24000', mids: [180, 170], target: 3000, stop: -3000 },
      ['179/181 169/171', '200/202 195/197', '205/207 196/198'],
      'sl_hit',
      -3705,
      -3055,
    ],
    // In −153. Then −107: 46·65 = 2,990. Out −105: 48·65. Page: −105 + 155 = 50·65.
    [
      'SHORT_STRANGLE',
      { legs: '-1 CE 24300, -1 PE 23700', mids: [80, 75], target: 2900, stop: -2900 },
      ['79/81 74/76', '55/57 48/50', '54/56 47/49'],
      'target_hit',
      3120,
      3250,
    ],
    // In −89 + 41 − 84 + 46 = −86. Then −62 + 25 − 60 + 30 = −67: 19·65 = 1,235. Out −61 + 25 − 59 + 30 = −65: 21·65. Page: −63 + 90 = 27·65.
    [
      'IRON_CONDOR',
      { legs: '-1 CE 24300, +1 CE 24500, -1 PE 23700, +1 PE 23500', mids: [90, 40, 85, 45], target: 1200, stop: -1200 },
      ['89/91 39/41 84/86 44/46', '60/62 25/27 58/60 30/32', '59/61 25/27 57/59 30/32'],
      'target_hit',
      1365,
      1755,
    ],
    // In −161. Then −242 + 134 − 140 + 66 = −182: −21·65 = −1,365. Out −243 + 135 − 139 + 65 = −182. Page: −178 + 165 = −13·65.
    [
      'IRON_FLY',
      { legs: '-1 CE 24000, +1 CE 24200, -1 PE 24000, +1 PE 23800', mids: [180, 95, 170, 90], target: 1000, stop: -1000 },
      ['179/181 94/96 169/171 89/91', '240/242 134/136 138/140 66/68', '241/243 135/137 137/139 65/67'],
      'sl_hit',
      -1365,
      -845,
    ],
    // In 221 − 198 = 23. Then 300 − 304 = −4: −27·65 = −1,755. Out 301 − 306 = −5: −28·65. Page: −1 − 20 = −21·65.
    [
      'CALL_RATIO',
      { legs: '+1 CE 24000, -2 CE 24200', mids: [220, 100], target: 1500, stop: -1500 },
      ['219/221 99/101', '300/302 150/152', '301/303 151/153'],
      'sl_hit',
      -1820,
      -1365,
    ],
    // In 211 − 258 = −47. Then 150 − 174 = −24: 23·65 = 1,495. Out 151 − 172 = −21: 26·65. Page: −21 + 50 = 29·65.
    [
      'PUT_RATIO',
      { legs: '+1 PE 24000, -2 PE 23800', mids: [210, 130], target: 1490, stop: -1490 },
      ['209/211 129/131', '150/152 85/87', '151/153 84/86'],
      'target_hit',
      1690,
      1885,
    ],
    // In −199 + 421 = 222. Then −152 + 392 = 240: 18·65 = 1,170. Out −151 + 391 = 240. Page: 242 − 220 = 22·65.
    [
      'CALENDAR',
      { legs: '-1 CE 24000, +1 CE 24000 @far', mids: [200, 420], target: 1000, stop: -1000 },
      ['199/201 419/421', '150/152 392/394', '149/151 391/393'],
      'target_hit',
      1170,
      1430,
    ],
    // In 24,051 − 99 = 23,952. Then 24,010 − 90: −32·65 = −2,080. Out 24,008 − 89: −33·65. Page: 23,922 − 23,950 = −28·65.
    [
      'COVERED_CALL',
      { legs: '+1 FUT, -1 CE 24200', mids: [24_050, 100], target: 2500, stop: -2000 },
      ['24049/24051 99/101', '24010/24012 88/90', '24008/24010 87/89'],
      'sl_hit',
      -2145,
      -1820,
    ],
    // In 24,051 + 91 = 24,142. Then 24,188: 46·65 = 2,990. Out 24,192: 50·65. Page: 24,190 − 24,140 = 50·65: no slippage.
    [
      'PROTECTIVE_PUT',
      { legs: '+1 FUT, +1 PE 23800', mids: [24_050, 90], target: 2990, stop: -2500 },
      ['24049/24051 89/91', '24120/24122 68/70', '24125/24127 67/69'],
      'target_hit',
      3250,
      3250,
    ],
    // In −119 and 24,008 sold. Then (119 − 132) + (24,008 − 23,964) = 31·65 = 2,015. Out (119 − 133) + (24,008 − 23,962) = 32·65. Page: −11 + 48 = 37·65.
    [
      'CUSTOM: a covered put',
      { legs: '-1 FUT, -1 PE 24000', mids: [24_010, 120], target: 2000, stop: -2000 },
      ['24008/24012 119/121', '23960/23964 130/132', '23958/23962 131/133'],
      'target_hit',
      2080,
      2405,
    ],
    // In −119. Then −103: 16·65 = 1,040. Out −102: 17·65. Page: −102 + 120 = 18·65.
    ['CUSTOM: a sold put', { legs: '-1 PE 23900', mids: [120], target: 1000, stop: -1000 }, ['119/121', '101/103', '100/102'], 'target_hit', 1105, 1170],
  ])('%s', (_, call, [entry, decided, exit], status, pnl, headline) => {
    const { state } = judged(publish(call), [`10:01 | ${entry}`, `10:10 | ${decided}`, `10:11 | ${exit}`]);
    expect(outcome(state)).toEqual({ status, pnl, headline, slippage: Math.round((headline - pnl) * 100) / 100 });
  });

  test('LONG_STRANGLE on the underlying: the bar between two looks reaches the target', () => {
    // In 80.50 + 75.50 = 156. At 10:10 the index was at 24,405. Out 128 + 51 = 179: 23·65 = 1,495. Page: 131 + 51 − 155 = 27·65 = 1,755.
    const call = { legs: '+1 CE 24300, +1 PE 23700', mids: [80, 75], basis: 'underlying' as const, target: 24_400, stop: 23_900 };
    const { state } = judged(publish(call), ['10:01 | 79.5/80.5 74.5/75.5', '10:10 | 130/132 50/52 | 24010 24405 24005 24390', '10:11 | 128/130 51/53']);
    expect(outcome(state)).toEqual({ status: 'target_hit', pnl: 1495, headline: 1755, slippage: 260 });
  });
});

const LONG: Call = { legs: '+1 CE 24000', mids: [200], target: 3000, stop: -2000 };
const INDEX: Call = { ...LONG, basis: 'underlying', target: 24_200, stop: 23_900 };
const types = (events: readonly OptionStateEvent[]): string[] =>
  events.map(({ type, ts }) => `${type} ${new Date(Date.parse(ts) + 19_800_000).toISOString().slice(8, 19)}`);

describe('the minute a follower needs', () => {
  test('59 seconds after publication nobody is in, 60 after everybody is', () => {
    const late = judged(publish({ ...LONG, published: '10:00:01' }), ['10:01 | 199/201', '10:02 | 204/206']);
    expect(late.state.entry).toMatchObject({ ts: at('10:02'), legs: [{ price: 206, mid: 205 }] });
    expect(judged(publish(LONG), ['10:01 | 199/201']).state.entry).toMatchObject({ ts: at('10:01'), legs: [{ price: 201, mid: 200 }] });
  });

  test('59 seconds after the end is decided nobody is out, 60 after everybody is', () => {
    // In 201. 10:10:01 bid 250 decides: 49·65 = 3,185. 10:11:00 is too soon. Out at 10:11:01, 240: 39·65 = 2,535. Page: 251 − 200 = 51·65.
    const { state, events } = judged(publish(LONG), ['10:01 | 199/201', '10:10:01 | 250/252', '10:11:00 | 260/262', '10:11:01 | 240/242']);
    expect(types(events)).toEqual(['entry_fill 20T10:01:00', 'closing 20T10:10:01', 'target_hit 20T10:11:01']);
    expect(outcome(state)).toEqual({ status: 'target_hit', pnl: 2535, headline: 3315, slippage: 780 });
  });

  test('an exit asked for within five minutes of the entry waits until then, and then its minute', () => {
    const open = judged(publish(LONG), ['10:01 | 199/201']).state;
    const asked = applyOptionEvent(open, {
      call_id: 'call',
      type: 'exit_request',
      ts: new Date(at('10:02:30')).toISOString(),
      payload: { reason: 'The thesis is gone with the morning.' },
    });
    // In 201, out at 10:07 at 190: −11·65 = −715. Page when it was decided, 10:06: 196 − 200 = −4·65.
    const { state, events } = judged(asked, ['10:03 | 198/200', '10:05 | 198/200', '10:06 | 195/197', '10:07 | 190/192']);
    expect(types(events)).toEqual(['closing 20T10:06:00', 'exited 20T10:07:00']);
    expect(outcome(state)).toEqual({ status: 'exited', pnl: -715, headline: -260, slippage: 455 });
    expect(state.exit!.reason).toBe('The thesis is gone with the morning.');
  });
});

describe('levels', () => {
  test('one bar reaches both: the stop-loss counts', () => {
    const { state, events } = judged(publish(INDEX), ['10:01 | 199/201', '10:10 | 195/197 | 24000 24210 23890 24000', '10:11 | 194/196']);
    expect(events[1]!.payload).toMatchObject({ as: 'sl_hit', basis: 'both' });
    // (194 − 201)·65; page 196 − 200 = −4·65.
    expect(outcome(state)).toEqual({ status: 'sl_hit', pnl: -455, headline: -260, slippage: 195 });
    expect(state.exit!.reason).toContain('the stop-loss counts');
  });

  test('a gap through the stop-loss of the underlying, though the day turned back over it', () => {
    const { state } = judged(publish(INDEX), ['10:01 | 199/201', '23 09:16 | 120/122 | 23850 24210 23840 24205 | first', '23 09:17 | 118/120']);
    // (118 − 201)·65 = −5,395. Page: 121 − 200 = −79·65 = −5,135.
    expect(outcome(state)).toEqual({ status: 'sl_hit', pnl: -5395, headline: -5135, slippage: 260 });
    expect(state.exit!.reason).toBe('Opened through the stop-loss');
  });

  test('a gap through the target on premium', () => {
    const { state } = judged(publish({ ...LONG, basis: 'premium', target: 260, stop: 150 }), [
      '10:01 | 199/201',
      '23 09:16 | 300/302 | 24300 | first',
      '23 09:17 | 298/300',
    ]);
    // (298 − 201)·65 = 6,305. Page: 301 − 200 = 101·65 = 6,565.
    expect(outcome(state)).toEqual({ status: 'target_hit', pnl: 6305, headline: 6565, slippage: 260 });
    expect(state.exit!.reason).toBe('Opened through the target');
  });

  test('a bear’s target lies below: the mirror of the underlying', () => {
    const put: Call = { legs: '+1 PE 24000', mids: [150], basis: 'underlying', target: 23_800, stop: 24_100 };
    const { state } = judged(publish(put), ['10:01 | 149/151', '10:10 | 210/212 | 23990 23995 23799 23810', '10:11 | 208/210']);
    // (208 − 151)·65 = 3,705. Page: 211 − 150 = 61·65.
    expect(outcome(state)).toEqual({ status: 'target_hit', pnl: 3705, headline: 3965, slippage: 260 });
  });

  test('exactly at the level counts, a tick before it does not', () => {
    // (231 − 201)·65 = 1,950; 232: 2,015. The target is 2,015.
    const call = { ...LONG, target: 2015 };
    expect(judged(publish(call), ['10:01 | 199/201', '10:10 | 231.95/233']).events).toHaveLength(1);
    expect(judged(publish(call), ['10:01 | 199/201', '10:10 | 232/234']).events[1]!.payload).toMatchObject({ as: 'target_hit' });
  });

  test('a tightened stop-loss holds from its moment on', () => {
    const open = judged(publish(LONG), ['10:01 | 199/201']).state;
    const tighter = applyOptionEvent(open, { call_id: 'call', type: 'tighten_sl', ts: new Date(at('10:10:30')).toISOString(), payload: { stop_loss: -500 } });
    // 190 would be −715: nothing at 10:10, which is before; −715 at 10:11 is beyond −500.
    const { events } = judged(tighter, ['10:10 | 190/192', '10:11 | 190/192']);
    expect(types(events)).toEqual(['closing 20T10:11:00']);
  });
});

const SPREAD: Call = { legs: '+1 CE 24000, -1 CE 24200', mids: [220, 100], target: 2000, stop: -2000 };
describe('a leg without a quote never closes a call: it makes it stale and says so', () => {
  test('no level is judged, and the quarter of an hour notes which leg', () => {
    const { state, events } = judged(publish(SPREAD), [
      '10:01 | 219/221 99/101',
      '10:10 | 500/502 125/-',
      '10:15 | 500/502 125/-',
      '10:20 | 230/232 99/101',
      '10:30 | 230/232 99/101',
    ]);
    expect(types(events)).toEqual(['entry_fill 20T10:01:00', 'stale 20T10:15:00', 'quoted 20T10:30:00']);
    expect(events[1]!.payload).toEqual({ legs: [1] });
    expect(state).toMatchObject({ status: 'active', stale: null });
  });

  test('the side that closes the leg is what counts: a sold leg needs no bid', () => {
    const { state } = judged(publish(SPREAD), ['10:01 | 219/221 99/101', '10:10 | 260/262 -/104', '10:11 | 260/262 -/104']);
    // In 122; 260 − 104 = 156: 34·65 = 2,210 twice. Page: no middle of the sold leg, so its ask: 261 − 104 − 120 = 37·65.
    expect(outcome(state)).toEqual({ status: 'target_hit', pnl: 2210, headline: 2405, slippage: 195 });
  });

  test('decided, then without a quote: out at the first look with all of them', () => {
    const { state, events } = judged(publish(SPREAD), [
      '10:01 | 219/221 99/101',
      '10:10 | 280/282 125/127',
      '10:11 | -/283 126/128',
      '10:14 | 285/287 128/130',
    ]);
    expect(types(events)).toEqual(['entry_fill 20T10:01:00', 'closing 20T10:10:00', 'target_hit 20T10:14:00']);
    // 285 − 130 = 155 − 122 = 33·65.
    expect(outcome(state)).toEqual({ status: 'target_hit', pnl: 2145, headline: 2275, slippage: 130 });
  });

  test('the underlying reached its level while a leg had no quote: decided then, filled when it has one', () => {
    const { state } = judged(publish(INDEX), ['10:01 | 199/201', '10:10 | -/- | 24000 24000 23899 23950', '10:11 | -/-', '10:12 | 150/154']);
    // (150 − 201)·65 = −3,315. No page price at 10:10: the middle of 10:12, 152 − 200 = −48·65.
    expect(outcome(state)).toEqual({ status: 'sl_hit', pnl: -3315, headline: -3120, slippage: 195 });
  });

  test('nobody is in before every leg can be had', () => {
    const { state } = judged(publish(SPREAD), ['10:01 | 219/221 -/101', '10:02 | 219/- 99/101', '10:03 | 221/223 98/100']);
    expect(state.entry).toMatchObject({ ts: at('10:03'), legs: [{ price: 223 }, { price: 98 }] });
  });
});

describe('the entry', () => {
  test('a net limit is not passed: 122 is too dear for 121.50, 121 is not', () => {
    const call = { ...SPREAD, change: { net_limit: 121.5 } };
    expect(judged(publish(call), ['10:01 | 219/221 99/101']).state.entry).toBeNull();
    expect(judged(publish(call), ['10:01 | 219/221 99/101', '10:02 | 218/220 99/101']).state.entry).toMatchObject({ ts: at('10:02') });
  });
  test('what is received is at least the limit: 48 is too little for 49', () => {
    const call: Call = { legs: '-1 PE 23900, +1 PE 23700', mids: [120, 70], target: 1000, stop: -1000, change: { net_limit: -49 } };
    expect(judged(publish(call), ['10:01 | 119/121 69/71']).state.entry).toBeNull();
    expect(judged(publish(call), ['10:01 | 119/121 69/70']).state.entry).not.toBeNull();
  });
  test('a window that ends without an entry', () => {
    const { state } = judged(publish(SPREAD), ['10:01 | 219/221 -/101', '23 14:00 | 219/221 99/101']);
    expect(outcome(state)).toEqual({ status: 'lapsed', pnl: null, headline: null, slippage: null });
  });
});

describe('expiry', () => {
  test('cash: the 23rd, not the 24th, at the closing value of the index', () => {
    const { state } = judged(publish(LONG), ['10:01 | 201/203', '23 15:39 | 150/152', '23 15:40 | -/- | 24110 | settles 24112.35']);
    // 112.35 − 203 = −90.65·65 = −5,892.25. Page: 112.35 − 200 = −87.65·65 = −5,697.25.
    // The stop-loss of 2,000 was passed at 15:39 (−53·65 = −3,445), with no minute left: it keeps its name and is settled.
    expect(outcome(state)).toEqual({ status: 'sl_hit', pnl: -5892.25, headline: -5697.25, slippage: 195 });
    expect(state.exit).toMatchObject({ ts: at('23 15:40'), reason: 'Settled in cash at the closing value 24,112.35 of 2026-11-23' });
  });

  test('worthless: a sold call keeps what it brought', () => {
    const { state } = judged(publish({ legs: '-1 CE 24200', mids: [100], target: 9000, stop: -9000 }), [
      '10:01 | 99/101',
      '23 15:40 | -/- | 24150 | settles 24199.95',
    ]);
    // 99·65 = 6,435; page 100·65.
    expect(outcome(state)).toEqual({ status: 'expired', pnl: 6435, headline: 6500, slippage: 65 });
  });

  test('physical: a stock at its final settlement value, and it says so', () => {
    const stock: Call = { legs: '+1 CE 1400', mids: [20], target: 9000, stop: -9000, change: { stock: 'RELIANCE', underlying_type: 'stocks', lot_size: 500 } };
    const { state } = judged(publish(stock), ['10:01 | 19.5/20.5', '23 15:40 | -/- | 1432 | settles 1432.6']);
    // 32.60 − 20.50 = 12.10·500. Page: 12.60·500.
    expect(outcome(state)).toEqual({ status: 'expired', pnl: 6050, headline: 6300, slippage: 250 });
    expect(state.exit!.settlement).toBe('Physically settled at the final settlement value 1,432.60 of 2026-11-23');
  });

  test('a contract dated on a day that became a holiday runs out on the trading day before', () => {
    const state = publish({ ...LONG, target: 9000, stop: -9000, change: { expires_at: new Date(at('24 15:40')).toISOString() } });
    const dated = { ...state, legs: state.legs.map((leg) => ({ ...leg, expiry: '2026-11-24' })) };
    const after = judged(dated, ['10:01 | 201/203', '23 15:40 | -/- | 24050 | settles 24050']).state;
    // 50 − 203 = −153·65 = −9,945.
    expect(outcome(after)).toMatchObject({ status: 'expired', pnl: -9945 });
    expect(after.exit!.ts).toBe(at('23 15:40'));
  });

  test('without the closing value it waits: the file came a day later', () => {
    const { state, events } = judged(publish({ ...LONG, target: 9000, stop: -9000 }), [
      '10:01 | 201/203',
      '23 15:40 | -/- | 24050',
      '25 15:40 | -/- | 24300 | settles 24050',
    ]);
    expect(types(events).at(-1)).toBe('expired 25T15:40:00');
    expect(outcome(state)).toMatchObject({ pnl: -9945 });
  });

  test('where no closing value will come it ends without a result, and nothing changes it after that', () => {
    const { state, events } = judged(publish({ ...LONG, target: 9000, stop: -9000 }), [
      '10:01 | 201/203',
      '20 15:40 | 201/203 | 24000 | unvalued',
      '23 15:40 | -/- | 24050 | unvalued',
      '25 15:40 | -/- | 24300 | settles 24050',
    ]);
    expect(types(events)).toEqual(['entry_fill 20T10:01:00', 'unjudged 23T15:40:00']);
    expect(events.at(-1)!.payload).toEqual({ cause: 'no_trade', day: '2026-11-23' });
    expect(state).toMatchObject({ status: 'unjudged', exit: null, stale: null });
    expect(resultOf(state)).toBeNull();
  });

  test('a calendar: the near leg is settled and the far one sold in the same moment', () => {
    const call: Call = { legs: '-1 CE 24000, +1 CE 24000 @far', mids: [200, 420], target: 9000, stop: -9000 };
    const { state } = judged(publish(call), ['10:01 | 199/201 419/421', '23 15:40 | -/- 330/332 | 24080 | settles 24080.5']);
    // In 222. −80.50 + 330 = 249.50: 27.50·65 = 1,787.50. Page: −80.50 + 331 − 220 = 30.50·65 = 1,982.50.
    expect(outcome(state)).toEqual({ status: 'expired', pnl: 1787.5, headline: 1982.5, slippage: 195 });
  });

  test('a calendar whose far leg has no bid then: it is stale until somebody bids', () => {
    const call: Call = { legs: '-1 CE 24000, +1 CE 24000 @far', mids: [200, 420], target: 9000, stop: -9000 };
    const { state, events } = judged(publish(call), [
      '10:01 | 199/201 419/421',
      '23 15:40 | -/- -/332 | 24080 | settles 24080.5',
      '25 09:30 | -/- -/340 | 24100 | settles 24080.5',
      '25 09:31 | -/- 335/337 | 24100 | settles 24080.5',
    ]);
    expect(types(events).slice(1)).toEqual(['stale 25T09:30:00', 'expired 25T09:31:00']);
    // −80.50 + 335 = 254.50: 32.50·65.
    expect(outcome(state)).toMatchObject({ pnl: 2112.5 });
  });

  test('valid until an earlier day: closed at the quotes of its close', () => {
    const call = { ...LONG, change: { settles: false, expires_at: new Date(at('15:40')).toISOString() } };
    const { state } = judged(publish(call), ['10:01 | 201/203', '15:40 | 210/212']);
    // 7·65; page 211 − 200 = 11·65.
    expect(outcome(state)).toEqual({ status: 'expired', pnl: 455, headline: 715, slippage: 260 });
    expect(state.exit).toMatchObject({ reason: 'Validity ended', settlement: null });
  });
});

describe('what comes upon a contract', () => {
  const morning = new Date(at('23 09:00')).toISOString();
  const open = judged(publish({ ...LONG, target: 9000, stop: -9000 }), ['10:01 | 201/203']).state;
  const applied = (state: OptionState, action: Parameters<typeof consequenceOf>[0]) => {
    const { events, because } = consequenceOf(action, state, morning);
    return { events, because, state: events.reduce(applyOptionEvent, state) };
  };

  const adjustment = (ratio: number, type: AdjustingAction = 'split', amount = 0) =>
    ({ type: 'adjustment', day: '2026-11-23', actions: [type], ratio, amount, rights: null }) as const;

  test('a split 5:1 divides strike and prices and multiplies the lot: the result is what it would have been', () => {
    const { state, events } = applied(open, adjustment(5));
    expect(state).toMatchObject({ lot_size: 325, target: 9000, legs: [{ strike: 4800 }], entry: { legs: [{ price: 40.6 }] } });
    expect(events[0]!.payload).toMatchObject({ before: { strikes: [24_000], lot_size: 65 }, after: { strikes: [4800], lot_size: 325 } });
    // 4,830 − 4,800 = 30 − 40.60 = −10.60·325 = −3,445, as 150 − 203 = −53·65.
    const { state: ended } = judged(state, ['23 15:40 | -/- | 4830 | settles 4830']);
    expect(outcome(ended)).toMatchObject({ status: 'expired', pnl: -3445 });
    expect(applied(state, adjustment(5)).events).toEqual([]);
  });

  // 2,450 / 1.5 = 1,633.33…, 650 / 1.5 = 433.33…, 282.50 / (4 / 3) = 211.875: by ticks of five paise. 175 · 1.5 = 262.50 shares.
  test.each([
    ['split', 1.5, 2450, 1633.35, 175, 263, 66.67],
    ['bonus', 1.5, 650, 433.35, 65, 98, 66.67],
    ['bonus', 4 / 3, 282.5, 211.9, 3000, 4000, 75],
  ] as const)('an uneven %s of %d rounds %d as the exchange does, so that its chain still quotes the contract', (type, ratio, strike, to, lot, lots, entry) => {
    const before = judged(publish({ legs: `+1 CE ${strike}`, mids: [100], target: 9e6, stop: -9e6, change: { lot_size: lot } }), ['10:01 | 99/100']).state;
    const { state, events } = applied(before, adjustment(ratio, type));
    expect(state).toMatchObject({ lot_size: lots, legs: [{ strike: to }], entry: { legs: [{ price: entry }] } });
    expect(events[0]!.payload).toMatchObject({ after: { strikes: [to], lot_size: lots, entries: [entry] } });
  });

  // NSE Clearing: the whole amount comes off the strike, lot and premium stay; a future's base price falls by it.
  test('a special dividend of ₹63 takes it off strikes and futures, and nothing off premiums or the lot', () => {
    const legs = judged(publish({ legs: '+1 CE 2450', mids: [100], target: 9e6, stop: -9e6, change: { lot_size: 175 } }), ['10:01 | 99/100']).state;
    const { state, events, because } = applied(legs, adjustment(1, 'special_dividend', 63));
    expect(state).toMatchObject({ lot_size: 175, legs: [{ strike: 2387 }], entry: { spot: legs.entry!.spot - 63, legs: [{ price: 100 }] } });
    expect(events[0]!.payload).toMatchObject({ action: 'special_dividend', amount: 63, ratio: 1, before: { strikes: [2450] }, after: { strikes: [2387] } });
    expect(because).toBe('The exchange takes ₹63 off the strikes, so that the contract is worth what it was.');
  });

  test('levels on the underlying lose the amount, levels of profit and of premium don’t', () => {
    const at = (level_basis: 'pnl' | 'premium' | 'underlying') =>
      applied({ ...open, level_basis, target: 24_500 }, adjustment(1, 'special_dividend', 100)).state.target;
    expect([at('pnl'), at('premium'), at('underlying')]).toEqual([24_500, 24_500, 24_400]);
  });

  test('an F&O ban cancels who waits and leaves who is in', () => {
    expect(applied(publish(LONG), { type: 'ban', day: '2026-11-23' }).state.status).toBe('cancelled');
    expect(judged(publish(LONG), ['10:01 | 201/203 | 24000 | banned']).state.status).toBe('cancelled');
    const { events, because } = applied(open, { type: 'ban', day: '2026-11-23' });
    expect(events).toEqual([]);
    expect(because).toContain('goes on by its levels');
    // In 203, 10·65.
    const { state } = judged({ ...open, target: 600 }, ['10:10 | 213/215 | 24000 | banned', '10:11 | 213/215 | 24000 | banned']);
    expect(outcome(state)).toMatchObject({ status: 'target_hit', pnl: 650 });
  });

  test.each([
    ['lot', { type: 'lot', day: '2026-11-23', lot: 75 }, 'The call keeps the lot of 65'],
    ['dividend', { type: 'dividend', day: '2026-11-23' }, 'does not change a contract'],
    ['halt', { type: 'halt', day: '2026-11-23' }, 'Without quotes nothing closes the call'],
  ] as const)('a new %s changes nothing, and why is said', (_, action, sentence) => {
    const { events, because } = applied(open, action);
    expect(events).toEqual([]);
    expect(because).toContain(sentence);
  });

  test('a call that waits is cancelled by a split or a halt, and an ended one by nothing', () => {
    expect(applied(publish(LONG), adjustment(2, 'bonus')).state.status).toBe('cancelled');
    expect(applied(publish(LONG), { type: 'halt', day: '2026-11-23' }).state.status).toBe('cancelled');
    expect(applied({ ...open, status: 'exited' }, adjustment(5)).because).toBe('The call has ended.');
  });

  test('a frozen call still closes by its levels', () => {
    const frozen = applyOptionEvent(open, { call_id: 'call', type: 'admin_flag', ts: morning, payload: { flag: 'expert_suspended' } });
    expect(frozen.status).toBe('suspended_open');
    const { state } = judged(frozen, ['23 10:00 | 350/352', '23 10:01 | 350/352']);
    expect(outcome(state)).toMatchObject({ status: 'target_hit', pnl: 9555 });
  });
});

test('the risk is what a follower had at risk: a spread dearer by two rupees risks that more; without a limit it is the margin', () => {
  // Published 120·65 = 7,800; in at 122: 7,930. 2,015 / 7,930 = 25.4098 %. Costs: 2 legs · 2 sides · 40 + 0.15 % of (221 + 99 + 281 + 128)·65.
  const { state } = judged(publish(SPREAD), ['10:01 | 219/221 99/101', '10:10 | 280/282 125/127', '10:11 | 281/283 126/128']);
  expect(resultOf(state)).toMatchObject({ risk: 7930, return_on_risk: 25.4098, on_margin: false, cost: 231.08 });
  const sold = judged(publish({ legs: '-1 PE 23900', mids: [120], target: 1000, stop: -1000 }), [
    '10:01 | 119/121',
    '10:10 | 101/103',
    '10:11 | 100/102',
  ]).state;
  // 1,105 / 180,000.
  expect(resultOf(sold)).toMatchObject({ risk: 180_000, return_on_risk: 0.6139, on_margin: true });
});

test('a settlement is charged one side: nobody trades it', () => {
  // In 203, 1 lot: 40 + 0.15 % of 203·65 = 40 + 19.79. Sold instead at 210: 2·40 + 0.15 % of (203 + 210)·65 = 80 + 40.27.
  const settled = judged(publish({ ...LONG, target: 9000, stop: -15_000 }), ['10:01 | 201/203', '23 15:40 | -/- | 24120 | settles 24120']).state;
  expect(settled).toMatchObject({ status: 'expired', exit: { settlement: expect.stringContaining('24,120') } });
  expect(resultOf(settled)).toMatchObject({ cost: 59.79 });
  const sold = judged(publish({ ...LONG, change: { settles: false, expires_at: new Date(at('15:40')).toISOString() } }), [
    '10:01 | 201/203',
    '15:40 | 210/212',
  ]);
  expect(resultOf(sold.state)).toMatchObject({ cost: 120.27 });
});

test('what lives on after a settlement is traded, and charged for: the far leg of a calendar pays both sides', () => {
  // In −119 + 201; the near leg is worth 20 at 24,020, the far one is sold at 192.
  // Near: 40 + 0.15 % of 119·65 = 51.6025. Far: 80 + 0.15 % of (201 + 192)·65 = 118.3175.
  const { state } = judged(publish({ legs: '-1 CE 24000, +1 CE 24000 @far', mids: [120, 200], target: 9000, stop: -9000 }), [
    '10:01 | 119/121 199/201',
    '23 15:40 | -/- 192/194 | 24020 | settles 24020',
  ]);
  expect(state.status).toBe('expired');
  expect(resultOf(state)).toMatchObject({ cost: 169.92 });
});

test('the same looks give the same events however they are cut, and a look seen twice changes nothing', () => {
  const looks = [
    '10:01 | 219/221 99/101',
    '10:10 | 500/502 125/-',
    '10:15 | 500/502 125/-',
    '10:30 | 230/232 99/101',
    '10:40 | 280/282 125/127',
    '10:41 | 281/283 126/128',
  ];
  const whole = judged(publish(SPREAD), looks);
  let state = publish(SPREAD);
  const events: OptionStateEvent[] = [];
  for (let end = 1; end <= looks.length; end += 1) {
    // From the first look each time.
    for (const text of looks.slice(0, end)) {
      for (const event of resolveBeat(state, look(text, state.legs))) {
        events.push(event);
        state = applyOptionEvent(state, event);
      }
    }
  }
  expect(events).toEqual(whole.events);
  expect(state).toEqual(whole.state);
});
