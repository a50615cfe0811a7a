import { aDetail } from '../../../contract/calls/call.testing.ts';
import type { RecordedEvent } from '../ledger.ts';

const { rationale, disclosures } = aDetail();
/** One call of NIFTY, 65 to a lot, published on Friday 20 Nov 2026 at 10:00 IST; it is held to Monday the 23rd. */
export const PUBLISHED = {
  strategy: 'BULL_CALL',
  net_premium: 120,
  max_profit: 5200,
  max_loss: -7800,
  breakevens: [24_120],
  pop: 0.4,
  margin_est: 7800,
  defined_risk: true,
  stock: 'NIFTY',
  underlying_name: 'Nifty 50',
  underlying_type: 'indices',
  outlook: 'bullish',
  legs: [
    { side: 'buy', type: 'CE', strike: 24_000, expiry: '2026-11-23', lots: 1, mid: 220, entry: 220 },
    { side: 'sell', type: 'CE', strike: 24_200, expiry: '2026-11-23', lots: 1, mid: 100, entry: 100 },
  ],
  lot_size: 65,
  level_basis: 'pnl',
  target: 2000,
  stop_loss: -2000,
  net_limit: null,
  spot: 24_010,
  rate: 0.065,
  volatility: null,
  feed_ts: '2026-11-20T04:30:00.000Z',
  entry_until: '2026-11-23T08:30:00.000Z',
  expires_at: '2026-11-23T10:10:00.000Z',
  settles: true,
  valid_till: '2026-11-23',
  caution: '',
  base_rate_read: true,
  rationale,
  disclosures,
};
/** An event as it is said: its type, its time of the 20th (UTC) or day and time, and what it says. */
export type Said = readonly [type: string, time: string, payload: Record<string, unknown>];
export const recordOf = (...said: readonly Said[]): RecordedEvent[] =>
  said.map(([type, time, payload], index) => ({
    actor: index === 0 ? 'exp_01' : 'engine',
    call_id: 'opt_1',
    expert_id: 'exp_01',
    n: index + 1,
    payload,
    prev_hash: '',
    ts: `2026-11-${time.length > 5 ? time.replace(' ', 'T') : `20T${time}`}:00.000Z`,
    type,
    hash: `h${index}`,
  }));
export const publish = (change: Record<string, unknown> = {}): Said => ['publish', '04:30', { ...PUBLISHED, ...change }];
// Bought at 221, sold at 99: 122 paid.
export const ENTRY: Said = [
  'entry_fill',
  '04:31',
  {
    legs: [
      { price: 221, mid: 220 },
      { price: 99, mid: 100 },
    ],
    net_premium: 122,
    spot: 24_012,
    rules: 1,
  },
];
// Out at 205 and 115: 90, so (90 − 122) · 65 = −2,080.
export const STOPPED = {
  as: 'sl_hit',
  basis: 'level',
  mids: [206, 114],
  spot: 23_950,
  first: false,
  quotes: [
    { bid: 205, ask: 207 },
    { bid: 113, ask: 115 },
  ],
  underlying: { open: 23_960, high: 23_965, low: 23_940 },
  rules: 1,
};
export const closingOf = (change: Record<string, unknown> = {}): Said => ['closing', '04:40', { ...STOPPED, ...change }];
export const END: Said = [
  'sl_hit',
  '04:41',
  {
    basis: 'level',
    legs: [
      { price: 204, mid: 205 },
      { price: 116, mid: 115 },
    ],
    spot: 23_945,
    rules: 1,
  },
];
