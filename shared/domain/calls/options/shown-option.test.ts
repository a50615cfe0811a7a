import { describe, expect, test } from 'vitest';
import { aDetail } from '../../../contract/calls/call.testing.ts';
import type { OptionCall } from '../../../contract/calls/options/types.ts';
import type { RecordedEvent } from '../ledger.ts';
import { recordedOption, shownOptionStep } from './shown-option.ts';

const { rationale, disclosures } = aDetail();
const LEG = { side: 'buy', type: 'CE', strike: 24_000, expiry: '2026-11-23', lots: 1, mid: 100, entry: 100 };
const PUBLISHED = {
  strategy: 'LONG_CALL',
  net_premium: 100,
  max_profit: null,
  max_loss: -6500,
  breakevens: [24_100],
  pop: 0.4,
  margin_est: 6500,
  defined_risk: true,
  stock: 'NIFTY',
  underlying_name: 'Nifty 50',
  underlying_type: 'indices',
  outlook: 'bullish',
  legs: [LEG],
  lot_size: 65,
  level_basis: 'pnl',
  target: 3000,
  stop_loss: -2000,
  net_limit: null,
  spot: 24_010,
  rate: 0.065,
  volatility: null,
  feed_ts: '2026-11-20T05:00:00.000Z',
  entry_until: '2026-11-20T10:10:00.000Z',
  expires_at: '2026-11-23T10:10:00.000Z',
  settles: true,
  valid_till: '2026-11-23',
  caution: '',
  base_rate_read: true,
  rationale,
  disclosures,
};
const event = (n: number, type: string, payload: Record<string, unknown>): RecordedEvent => ({
  actor: n === 1 ? 'exp_01' : 'engine',
  call_id: 'opt_1',
  expert_id: 'exp_01',
  n,
  payload,
  prev_hash: '',
  ts: `2026-11-20T05:0${n}:00.000Z`,
  type,
  hash: `h${n}`,
});
const FILL = { legs: [{ price: 101, mid: 100 }], net_premium: 101, spot: 24_012 };
const EXIT = { basis: 'level', legs: [{ price: 60, mid: 61 }], spot: 23_900 };
const RECORD = [event(1, 'publish', PUBLISHED), event(2, 'entry_fill', FILL), event(3, 'sl_hit', EXIT)];

const shownOf = (events: readonly RecordedEvent[], changed: Partial<OptionCall> = {}): OptionCall => ({
  ...recordedOption(events),
  expert: { user_id: 'exp_01', full_name: 'Ananya Rao-Kulkarni', profession: 'Analyst', picture: '', verified: true, reg_no: 'INH999900001' },
  ...changed,
});

describe('what a page shows of an option call', () => {
  test('is what its record gives', () => {
    expect(shownOptionStep(shownOf(RECORD), RECORD)).toMatchObject({ ok: true });
    expect(shownOptionStep(shownOf(RECORD, { pnl: 5 }), RECORD)).toMatchObject({ ok: false, detail: 'The page shows another result than the record gives' });
  });

  test.each<readonly [name: string, events: readonly RecordedEvent[], told: string]>([
    ['a fill without a price', [RECORD[0]!, event(2, 'entry_fill', { ...FILL, legs: [{ mid: 1 }] })], 'Event 2 (entry_fill): legs.0.price is not valid'],
    [
      'a fill of legs it has not',
      [RECORD[0]!, event(2, 'entry_fill', { ...FILL, legs: [...FILL.legs, ...FILL.legs] })],
      'Event 2 (entry_fill): it is about 2 legs of 1',
    ],
    ['an end of no known basis', [RECORD[0]!, RECORD[1]!, event(3, 'sl_hit', { ...EXIT, basis: 'kindness' })], 'Event 3 (sl_hit): basis is not valid'],
    ['an event of no known type', [RECORD[0]!, event(2, 'won', {})], 'Event 2 (won): no event of an option call'],
    ['a publication without levels', [event(1, 'publish', { ...PUBLISHED, target: '3000' })], 'Event 1 (publish): target is not valid'],
    ['no publication', [event(1, 'note', { note: 'Seen.' })], 'Event 1 (note): a call begins with its publication, and has one'],
    ['two publications', [RECORD[0]!, event(2, 'publish', PUBLISHED)], 'Event 2 (publish): a call begins with its publication, and has one'],
    ['nothing', [], 'It shows a call whose latest event is not in the record'],
  ])('is refused with the place where the record has %s', (_name, events, told) => {
    const { ok, detail } = shownOptionStep(shownOf(RECORD, { hash: events.at(-1)?.hash ?? 'h3' }), events);
    expect(ok).toBe(false);
    expect(detail).toContain(told);
  });
});
