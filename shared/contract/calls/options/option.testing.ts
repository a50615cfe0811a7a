import { aDetail } from '../call.testing.ts';
import type { OptionCall, OptionDetail, OptionPage, OptionStanding } from './types.ts';

/** Friday 20 Nov 2026, 14:30 IST. */
export const AS_OF = '2026-11-20T09:00:00.000Z';
export const STANDING: OptionStanding = { at: AS_OF, spot: 24_560, exits: [240, 125], pnl: 975, rate: 0.065, banned: false };

/** An open bull call spread on NIFTY, 65 units, without quotes. A test overrides the fields it is about. */
export const anOptionCall = (overrides: Partial<OptionCall> = {}): OptionCall => ({
  id: 'opt_1',
  expert: { user_id: 'exp_01', full_name: 'Ananya Rao-Kulkarni', profession: 'Analyst', picture: '', verified: true, reg_no: 'INH999900001' },
  segment: 'options',
  underlying: 'NIFTY',
  underlying_name: 'Nifty 50',
  underlying_type: 'indices',
  outlook: 'bullish',
  strategy: 'BULL_CALL',
  legs: [
    { side: 'buy', type: 'CE', strike: 24_500, expiry: '2026-12-01', lots: 1, mid: 219, entry: 220, exit: null },
    { side: 'sell', type: 'CE', strike: 24_700, expiry: '2026-12-01', lots: 1, mid: 121, entry: 120, exit: null },
  ],
  lot_size: 65,
  expiry: '2026-12-01',
  net_premium: 98,
  max_profit: 6630,
  max_loss: -6370,
  breakevens: [24_598],
  pop: 0.46,
  margin_est: 6370,
  defined_risk: true,
  level_basis: 'pnl',
  target: 3000,
  stop_loss: -2000,
  initial_stop_loss: -2000,
  net_limit: null,
  status: 'active',
  stale: null,
  published_at: '2026-11-19T05:00:00.000Z',
  valid_till: '2026-12-01',
  entry_at: '2026-11-19T05:01:00.000Z',
  exit_at: null,
  exit_reason: null,
  ended_at: null,
  pnl: null,
  headline_pnl: null,
  slippage: null,
  risk: 6500,
  return_on_risk: null,
  on_margin: false,
  settlement: null,
  hash: 'a'.repeat(64),
  ...overrides,
});

/** The same, stopped out the next day. */
export const aStoppedOption = (overrides: Partial<OptionCall> = {}): OptionCall => {
  const [bought, sold] = anOptionCall().legs;
  return anOptionCall({
    id: 'opt_2',
    status: 'sl_hit',
    legs: [
      { ...bought!, exit: 150 },
      { ...sold!, exit: 85 },
    ],
    exit_at: '2026-11-20T06:01:00.000Z',
    exit_reason: 'Stop-loss reached',
    ended_at: '2026-11-20T06:01:00.000Z',
    pnl: -2275,
    headline_pnl: -2080,
    slippage: 195,
    return_on_risk: -35,
    ...overrides,
  });
};

export const anOptionPage = (items: OptionCall[], overrides: Partial<OptionPage> = {}): OptionPage => ({
  items,
  total: items.length,
  next: null,
  by_result: true,
  as_of: AS_OF,
  ...overrides,
});

export const anOptionDetail = (call: OptionCall = anOptionCall(), overrides: Partial<OptionDetail> = {}): OptionDetail => {
  const { rationale, disclosures } = aDetail();
  return {
    ...call,
    caution: '',
    rationale,
    disclosures,
    events: [
      { n: 1, type: 'publish', payload: {}, actor: 'exp_01', ts: call.published_at, hash: 'c'.repeat(64) },
      { n: 2, type: 'entry_fill', payload: { spot: 24_520 }, actor: 'engine', ts: call.entry_at ?? call.published_at, hash: call.hash },
    ],
    following: false,
    ...overrides,
  };
};
