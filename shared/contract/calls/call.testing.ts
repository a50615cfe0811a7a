import type { Receipt } from '../receipt/types.ts';
import type { ExpertCard } from './expert-card.ts';
import type { Call, CallDetail, CallPage } from './types.ts';

/** An open Buy on TCS. A test overrides the fields it is about. */
export const aCall = (overrides: Partial<Call> = {}): Call => ({
  id: 'call_1',
  expert: { user_id: 'exp_01', full_name: 'Ananya Rao-Kulkarni', profession: 'Analyst', picture: '', verified: true, reg_no: 'INH999900001' },
  stock: 'TCS',
  stock_name: 'Tata Consultancy Services',
  sector: 'IT',
  cap: 'large',
  exchange: 'NSE',
  segment: 'equity',
  call_type: 'Buy',
  term: 'shortTerm',
  entry_mode: 'limit',
  price: 3000,
  entry_low: 3000,
  entry_high: 3000,
  target_price: 3150,
  stop_loss: 2925,
  initial_stop_loss: 2925,
  target2: null,
  target3: null,
  status: 'active',
  published_at: '2026-11-18T05:00:00.000Z',
  valid_till: '2026-12-10',
  potential_return: 5,
  risk_reward: 2,
  entry_fill: { price: 3000, ts: '2026-11-18T05:02:00.000Z' },
  exit: null,
  realised_return: null,
  ended_at: null,
  r_multiple: null,
  hash: 'a'.repeat(64),
  ...overrides,
});

export const aPage = (items: Call[], overrides: Partial<CallPage> = {}): CallPage => ({
  items,
  locked: [],
  locked_count: 0,
  total: items.length,
  next: null,
  by_result: true,
  as_of: '2026-11-20T09:00:00.000Z',
  ...overrides,
});

export const aDetail = (overrides: Partial<CallDetail> = {}): CallDetail => ({
  ...aCall(),
  rationale: {
    thesis: 'Order book grows.',
    trigger: 'Close above 2,990.',
    risks: 'Rupee strength.',
    kill_criteria: 'A weekly close below 2,900 proves it wrong.',
    method: 'mixed',
    sources: [],
    ai_used: 'none',
  },
  disclosures: { holds: false, over1pct: false, compensation_12m: false, market_maker: false, officer: false, other: '', attest_30_5: true },
  events: [
    { n: 1, type: 'publish', payload: {}, actor: 'exp_01', ts: '2026-11-18T05:00:00.000Z', hash: 'a'.repeat(64) },
    {
      n: 2,
      type: 'entry_fill',
      payload: { price: 3000 },
      actor: 'engine',
      ts: '2026-11-18T05:02:00.000Z',
      hash: 'b'.repeat(64),
    },
  ],
  following: false,
  ...overrides,
});

export const anExpert = (overrides: Partial<ExpertCard> = {}): ExpertCard => ({
  user_id: 'exp_01',
  full_name: 'Ananya Rao-Kulkarni',
  profession: 'Analyst',
  picture: '',
  city: 'Pune',
  verified: true,
  reg_no: 'INH999900001',
  style: 'Swing, large caps',
  valid_to: '2029-03-31',
  status: 'verified',
  following: false,
  ...overrides,
});

/** The receipt of the publication of `aCall`, in form. */
export const aReceipt = (overrides: Partial<Receipt> = {}): Receipt => ({
  log: 'vimarsh.example/vimarsh-log',
  call_id: 'call_1',
  n: 1,
  leaf: 'b'.repeat(64),
  ts: '2026-11-18T05:00:00.000Z',
  root_date: '2026-11-18',
  public_key: 'k'.repeat(43),
  signature: 's'.repeat(86),
  ...overrides,
});
