import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { optionDraft } from './options/types.ts';
import { CALL_TYPES, call, callDraft } from './types.ts';

const example: z.output<typeof call> = {
  id: 'call_0001',
  expert: { user_id: 'exp_01', full_name: 'Ananya Rao-Kulkarni', profession: 'Analyst', picture: '', verified: true, reg_no: 'INH999900001' },
  stock: 'INFY',
  stock_name: 'Infosys',
  sector: 'IT',
  cap: 'large',
  exchange: 'NSE',
  segment: 'equity',
  call_type: 'Buy',
  term: 'shortTerm',
  entry_mode: 'market',
  price: 1455,
  entry_low: 1455,
  entry_high: 1455,
  target_price: 1540,
  stop_loss: 1415,
  initial_stop_loss: 1415,
  target2: null,
  target3: null,
  status: 'active',
  published_at: '2026-11-20T05:00:00.000Z',
  valid_till: '2026-12-11',
  potential_return: 5.84,
  risk_reward: 2.13,
  entry_fill: { price: 1455, ts: '2026-11-20T05:00:01.000Z' },
  exit: null,
  realised_return: null,
  ended_at: null,
  r_multiple: null,
  hash: 'ab',
};
const without = (field: string): unknown => Object.fromEntries(Object.entries(example).filter(([key]) => key !== field));

test('a recommendation has a target price (S3-RECO-01), a price (S3-RECO-02) and our pinned further fields (S3-RECO-O01)', () => {
  expect(z.safeParse(call, example).success).toBe(true);
  for (const field of ['target_price', 'price', 'call_type', 'stock', 'expert', 'published_at', 'status'])
    expect(z.safeParse(call, without(field)).success, field).toBe(false);
  expect(z.safeParse(call, { ...example, target_price: '1540' }).success).toBe(false);
});

test('its call type is Buy, Sell or Hold and nothing else (S3-RECO-03)', () => {
  expect(CALL_TYPES).toEqual(['Buy', 'Sell', 'Hold']);
  for (const call_type of CALL_TYPES) expect(z.safeParse(call, { ...example, call_type }).success).toBe(true);
  for (const call_type of ['buy', 'BUY', 'Wait', '', null]) expect(z.safeParse(call, { ...example, call_type }).success).toBe(false);
});

test.each(['2026-02-30', '2026-11-31', '2027-02-29'])('a draft till %s is refused by its field, before any rule reads it', (valid_till) => {
  for (const draft of [callDraft, optionDraft]) {
    const issues = z.safeParse(draft, { valid_till }).error!.issues.filter(({ path }) => path.join('.') === 'valid_till');
    expect(issues.map(({ message }) => message)).toEqual(['Not a date']);
  }
});
