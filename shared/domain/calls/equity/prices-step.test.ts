import { describe, expect, test } from 'vitest';
import type { RecordedEvent } from '../ledger.ts';
import { applyEvent, type StateEvent } from './call-state.ts';
import { type PriceBar, resolveBars } from './lifecycle.ts';
import { RULES, recordBar } from './price-evidence.ts';
import { pricesStep } from './prices-step.ts';

const day = (date: string, o: number, h: number, l: number, c: number): PriceBar => ({
  start: new Date(`${date}T03:45:00.000Z`),
  end: new Date(`${date}T10:00:00.000Z`),
  o,
  h,
  l,
  c,
  resolution: 'day',
});

/** Published Mon 2 Mar 2026 at 16:00 IST, entry window to Thu 5 Mar, valid till Fri 13 Mar. */
const publish = (change: object = {}): StateEvent => ({
  call_id: 'c1',
  type: 'publish',
  ts: '2026-03-02T10:30:00.000Z',
  payload: {
    stock: 'TCS',
    call_type: 'Buy',
    term: 'shortTerm',
    entry_mode: 'limit',
    entry_low: 100,
    entry_high: 100,
    target: 110,
    stop_loss: 95,
    entry_until: '2026-03-05T10:00:00.000Z',
    expires_at: '2026-03-13T10:00:00.000Z',
    ...change,
  },
});

/** The record that bars make of a call. */
function recordOf(first: StateEvent, bars: readonly PriceBar[]): RecordedEvent[] {
  const events = [first];
  for (const bar of bars) {
    const state = events.reduce<ReturnType<typeof applyEvent> | null>((before, event) => applyEvent(before, event), null)!;
    for (const event of resolveBars(state, [bar]).events)
      events.push(event.type === 'lapsed' ? event : { ...event, payload: { ...event.payload, bar: recordBar('TCS', bar), rules: RULES } });
  }
  return events.map((event, index) => ({ ...event, actor: 'engine', expert_id: 'exp_01', n: index + 1, prev_hash: '', hash: `${index}` }));
}

const BARS = [day('2026-03-03', 104, 105, 99, 103), day('2026-03-04', 104, 111, 103, 109)];
const RECORD = recordOf(publish(), BARS);

test.each<[string, RecordedEvent[], number]>([
  ['a fill and an end of two bars', RECORD, 2],
  ['both in one bar', recordOf(publish(), [day('2026-03-03', 104, 105, 94, 96)]), 2],
  ['in and out at an open', recordOf(publish({ entry_mode: 'market' }), [day('2026-03-03', 94, 99, 93, 98)]), 2],
  ['a better open than the limit', recordOf(publish({ comes_from: 'above' }), [day('2026-03-03', 97, 99, 96, 98)]), 1],
  ['a Sell', recordOf(publish({ call_type: 'Sell', target: 90, stop_loss: 105 }), BARS), 2],
  ['an expiry', recordOf(publish({ expires_at: '2026-03-04T10:00:00.000Z', target: 140 }), BARS), 2],
  [
    'a window that ended without a trade',
    recordOf(publish({ entry_low: 80, entry_high: 80, stop_loss: 70 }), [...BARS, day('2026-03-05', 104, 111, 103, 109)]),
    0,
  ],
])('%s follow from their bars', (_name, events, judged) => {
  expect(pricesStep(events)).toMatchObject({ ok: true, detail: `${judged} judged again from the price bars on record` });
});

test('what was known late is judged by when prices did it', () => {
  const late = RECORD.map((event, at) => (at === 2 ? { ...event, ts: '2026-03-09T12:00:00.000Z', payload: { ...event.payload, at: event.ts } } : event));
  expect(pricesStep(late).ok).toBe(true);
});

test('events from before bars were kept stay valid, and are counted as such', () => {
  const old = RECORD.map(({ payload: { bar: _, ...payload }, ...event }, at) => ({ ...event, payload: at === 1 ? payload : RECORD[at]!.payload }));
  expect(pricesStep(old)).toMatchObject({ ok: true, detail: '1 judged again from the price bars on record; 1 from before bars were kept' });
});

describe('a corporate action', () => {
  const ts = '2026-03-04T03:30:00.000Z';
  const adjust = (numbers: object): RecordedEvent => ({
    ...RECORD[1]!,
    type: 'corp_adjust',
    ts,
    payload: { action: 'split', ratio: 3, ex_date: '2026-03-04', ...numbers },
  });
  const before = { entry_low: 100, entry_high: 100, target: 110, stop_loss: 95, entry: 100 };
  const after = { entry_low: 33.33, entry_high: 33.33, target: 36.67, stop_loss: 31.67, entry: 33.33 };
  test.each<[string, object, boolean]>([
    ['tells both numbers of each level', { before, after }, true],
    ['is older and tells its factor only', {}, true],
    ['tells another level before', { before: { ...before, target: 111 }, after }, false],
    ['tells another level after', { before, after: { ...after, stop_loss: 31.66 } }, false],
    ['keeps one of both back', { before }, false],
  ])('%s', (_name, numbers, ok) => expect(pricesStep([...RECORD.slice(0, 2), adjust(numbers)]).ok).toBe(ok));
});

const end = RECORD[2]!;

describe('a correction', () => {
  const correction = (change: object = {}, actor = 'usr_b'): RecordedEvent => ({
    ...end,
    type: 'correction',
    ts: '2026-03-05T05:00:00.000Z',
    actor,
    payload: {
      corrects: 3,
      decision: 'end',
      outcome: 'expired',
      price: 104,
      before: { status: 'target_hit', entry: 100, exit: 110 },
      after: { status: 'expired', entry: 100, exit: 104 },
      reason: 'The feed had a wrong high.',
      proposed_by: 'usr_a',
      approved_by: 'usr_b',
      ...change,
    },
  });
  test('of two people holds, and is counted', () => {
    expect(pricesStep([...RECORD, correction()])).toMatchObject({ ok: true, detail: expect.stringContaining('1 corrected by two people') });
  });
  test.each<[string, RecordedEvent]>([
    ['was approved by whoever proposed it', correction({ proposed_by: 'usr_b' })],
    ['was approved by another than wrote it', correction({}, 'usr_c')],
    ['names nobody who proposed it', correction({ proposed_by: null })],
    ['gives no reason', correction({ reason: null })],
    ['tells another end before', correction({ before: { status: 'target_hit', entry: 100, exit: 111 } })],
    ['tells another end after', correction({ after: { status: 'expired', entry: 100, exit: 105 } })],
  ])('that %s does not hold', (_what, event) => {
    expect(pricesStep([...RECORD, event])).toMatchObject({ ok: false, detail: 'Does not hold for 4' });
  });
});

const withBar = (change: object): RecordedEvent => ({ ...end, payload: { ...end.payload, bar: { ...(end.payload.bar as object), ...change } } });
const paid = (change: object): RecordedEvent => ({ ...end, payload: { ...end.payload, ...change } });
test.each<[string, RecordedEvent]>([
  ['a bar that never came near the target', withBar({ high: '108.00' })],
  ['a bar that reached the stop-loss as well', withBar({ low: '95.00' })],
  ['another price than the level', paid({ price: 110.5 })],
  ['another basis', paid({ basis: 'gap' })],
  ['another end than the bar gives', { ...end, type: 'expired' }],
  ['another time', { ...end, ts: '2026-03-04T09:59:00.000Z' }],
  ['a bar from before the entry', withBar({ from: '2026-03-02T03:45:00.000Z', to: '2026-03-02T10:00:00.000Z' })],
  ['another stock’s bar', withBar({ symbol: 'INFY' })],
  ['a close above its high', withBar({ close: '112.00' })],
  ['prices that are no digits', withBar({ high: 111 })],
  ['rules that nobody knows here', paid({ rules: 2 })],
  ['something else in place of a bar', paid({ bar: null })],
])('%s does not hold', (_name, changed) => {
  expect(pricesStep([...RECORD.slice(0, 2), changed])).toEqual({ label: 'Prices give each fill and end', ok: false, detail: 'Does not hold for 3' });
});
