import { OPTION_EVENT_TYPES, type OptionEventType } from '@vimarsh/shared/contract/calls/options/types.ts';
import { describe, expect, test } from 'vitest';
import { readOptionEvent } from './recorded.ts';

const FILL = { price: 101.5, mid: 100.75 };
const ENDED = { basis: 'level', legs: [FILL, FILL], spot: 24_100, rules: 1 };
const LEG = { side: 'buy', type: 'CE', strike: 24_000, expiry: '2026-11-23', lots: 1, entry: 100, mid: 100.75 };
const RATIONALE = { thesis: 'Why.', trigger: '', risks: '', kill_criteria: '', method: 'technical', sources: [], ai_used: 'none' };
const DISCLOSURES = { holds: false, over1pct: false, compensation_12m: false, market_maker: false, officer: false, other: '', attest_30_5: true };
const PUBLISHED = {
  stock: 'NIFTY',
  underlying_name: 'NIFTY 50',
  underlying_type: 'indices',
  outlook: 'bullish',
  strategy: 'BULL_CALL',
  legs: [LEG, { ...LEG, side: 'sell', strike: 24_100 }],
  lot_size: 65,
  level_basis: 'pnl',
  target: 2000,
  stop_loss: -1000,
  net_limit: null,
  net_premium: 40,
  max_profit: 3900,
  max_loss: -2600,
  breakevens: [24_040],
  pop: 0.4,
  margin_est: 12_000,
  defined_risk: true,
  spot: 24_010,
  rate: 0.06,
  volatility: null,
  feed_ts: '2026-11-20T05:00:00.000Z',
  entry_until: '2026-11-20T10:10:00.000Z',
  expires_at: '2026-11-23T10:10:00.000Z',
  settles: true,
  valid_till: '2026-11-23',
  caution: '',
  base_rate_read: true,
  rationale: RATIONALE,
  disclosures: DISCLOSURES,
};

/** One payload of each type as the record has it. */
const PAYLOADS: Record<OptionEventType, Record<string, unknown>> = {
  publish: PUBLISHED,
  entry_fill: { legs: [FILL, { ...FILL, mid: null }], net_premium: 40, spot: 24_010, rules: 1 },
  closing: {
    ...{ as: 'target_hit', basis: 'gap', mids: [100, null], spot: 24_100, rules: 1, at: '2026-11-20T05:10:00.000Z' },
    ...{
      first: true,
      quotes: [
        { bid: 99, ask: 101 },
        { bid: null, ask: 1 },
      ],
      underlying: { open: 24_090, high: 24_110, low: 24_080 },
    },
  },
  tighten_sl: { stop_loss: -500, from: -1000 },
  note: { note: 'Seen.' },
  stale: { legs: [1] },
  quoted: {},
  corp_adjust: { action: 'bonus', ratio: 2, ex_date: '2026-11-23', before: {}, after: {} },
  exit_request: { reason: 'The range is broken.' },
  target_hit: ENDED,
  sl_hit: { ...ENDED, basis: 'both' },
  exited: { ...ENDED, basis: 'request' },
  expired: { basis: 'settlement', settlement: 'Settled in cash', value: 24_100, legs: [FILL, FILL], rules: 1 },
  lapsed: { reason: 'Entry window over' },
  cancelled: { reason: 'Trading halted' },
  unjudged: { cause: 'no_trade', day: '2026-11-23' },
  not_judgeable: { cause: 'price_step', day: '2026-11-20', before: 800, opened: 400 },
  judgeable: { day: '2026-11-20' },
  correction: {
    ...{ corrects: 3, decision: 'go_on', day: '2026-11-20', cause: 'price_step', reason: 'A profit warning.', proposed_by: 'a', approved_by: 'b' },
    ...{ before: { status: 'active', entry: null, exit: null }, after: { status: 'active', entry: null, exit: null } },
  },
  post_mortem: { text: 'What it taught.' },
  admin_flag: { flag: 'expert_suspended' },
};

const event = (type: string, payload: Record<string, unknown>) => ({
  call_id: 'c1',
  expert_id: 'e1',
  actor: 'engine',
  type,
  payload,
  n: 2,
  prev_hash: '',
  ts: '2026-11-20T05:10:00.000Z',
});

describe('what is signed of option calls', () => {
  test.each(OPTION_EVENT_TYPES)('%s is read as it was signed, with what a later version added', (type) => {
    for (const payload of [PAYLOADS[type], { ...PAYLOADS[type], of_tomorrow: 1 }])
      expect(readOptionEvent(event(type, payload), 2)).toEqual({ call_id: 'c1', type, ts: '2026-11-20T05:10:00.000Z', payload });
  });

  test.each<readonly [type: OptionEventType, change: Record<string, unknown>, where: string]>([
    ['publish', { legs: [] }, 'legs is not valid'],
    ['publish', { legs: [{ ...LEG, lots: 0.5 }] }, 'legs.0.lots is not valid'],
    ['publish', { stop_loss: '-1000' }, 'stop_loss is not valid'],
    ['publish', { expires_at: 'Monday' }, 'expires_at is not valid'],
    ['publish', { rationale: null }, 'rationale is not valid'],
    ['entry_fill', { legs: [FILL] }, 'it is about 1 legs of 2'],
    ['entry_fill', { spot: undefined }, 'spot is not valid'],
    ['closing', { mids: [1, 2, 3] }, 'it is about 3 legs of 2'],
    ['closing', { as: 'won' }, 'as is not valid'],
    ['closing', { quotes: [{ bid: 99, ask: 101 }] }, 'it is about 1 legs of 2'],
    ['closing', { quotes: [{ bid: 99 }, null] }, 'quotes.0.ask is not valid'],
    ['closing', { underlying: { open: 24_090, high: 24_110 } }, 'underlying.low is not valid'],
    ['target_hit', { legs: [FILL, { price: null, mid: 1 }] }, 'legs.1.price is not valid'],
    ['sl_hit', { basis: 'kindness' }, 'basis is not valid'],
    ['tighten_sl', { stop_loss: null }, 'stop_loss is not valid'],
    ['stale', { legs: [-1] }, 'legs.0 is not valid'],
    ['corp_adjust', { ratio: 0 }, 'ratio is not valid'],
    ['quoted', { at: 1 }, 'at is not valid'],
    ['not_judgeable', { cause: 'rain' }, 'cause is not valid'],
    ['correction', { decision: 'entry' }, 'decision is not valid'],
    ['cancelled', { reason: undefined }, 'reason is not valid'],
  ])('%s with %j is damaged, by its code and place', (type, change, where) => {
    expect(() => readOptionEvent(event(type, { ...PAYLOADS[type], ...change }), 2)).toThrow(
      expect.objectContaining({ code: 'CALL_DAMAGED', options: { problems: [{ path: 'c1', message: expect.stringContaining(where) }] } }),
    );
  });

  test('an older decision that does not tell what it was made of is none, one that tells a part of it is', () => {
    const { first, quotes, underlying, ...older } = PAYLOADS.closing;
    expect(readOptionEvent(event('closing', older), 2)).toMatchObject({ payload: older });
    for (const part of [
      { first, quotes },
      { quotes, underlying },
      { first, underlying },
    ])
      expect(() => readOptionEvent(event('closing', { ...older, ...part }), 2)).toThrow(
        expect.objectContaining({ options: { problems: [{ path: 'c1', message: expect.stringContaining('a part of what decided it is missing') }] } }),
      );
  });

  test('an event of no known type is damage too', () => {
    expect(() => readOptionEvent(event('won', {}), 2)).toThrow(expect.objectContaining({ code: 'CALL_DAMAGED' }));
  });
});
