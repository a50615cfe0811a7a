import { describe, expect, test } from 'vitest';
import { readState as readEquity } from '../equity/recorded.ts';
import { readState as readOption } from '../options/recorded.ts';

const FILLS = [{ price: 101, mid: null }];
const COMMON = { id: 'call_1', target: 110, status: 'active', published_at: 1, entry_until: 2, expires_at: 3, adjusted_on: [], frozen: false };
const EQUITY = {
  ...COMMON,
  ...{ call_type: 'Buy', term: 'shortTerm', entry_mode: 'market', entry_low: 100, entry_high: 100, stops: [{ from: 1, price: 95 }] },
  ...{ entry: { price: 100, ts: 1 }, exit: { price: 110, ts: 2, reason: 'Target reached' }, exit_request: { ts: 2, reason: '' } },
};
const OPTION = {
  ...COMMON,
  ...{ stock: 'NIFTY', underlying_type: 'indices', legs: [{ side: 'buy', type: 'CE', strike: 24_000, expiry: '2026-11-23', lots: 1 }], lot_size: 65 },
  ...{ mids: [100], level_basis: 'pnl', stops: [{ from: 1, level: -50 }], net_limit: null, margin_est: 1, max_loss: null, settles: true },
  ...{ entry: { ts: 1, spot: 24_000, legs: FILLS }, closing: { as: 'sl_hit', basis: 'level', ts: 2, mids: [null] }, exit: null, exit_request: null },
  ...{ stale: { since: 1, legs: [0] }, looked_at: 1, post_mortem: false },
};
const OPTIONAL = {
  comes_from: 'above',
  not_judgeable: { cause: 'no_trade', day: '2026-11-20', before: 100, opened: null },
  trusted_days: ['2026-11-19'],
  skipped_days: [],
  untraded_days: [],
  untraded_before: [],
};

const damage = (message: string) =>
  expect.objectContaining({ code: 'CALL_DAMAGED', options: { problems: [{ path: 'call_1', message: `state: ${message}` }] } });

describe.each([
  ['equity', EQUITY, readEquity],
  ['option', OPTION, readOption],
] as const)('the stored state of an %s call', (_, state: object, read: (row: { id: string; state: string }) => unknown) => {
  const door = (value: object | null) => read({ id: 'call_1', state: JSON.stringify(value) });
  const fields = Object.keys(state);

  test('is what was written, field by field in its order', () => {
    expect(JSON.stringify(door(state))).toBe(JSON.stringify(state));
  });

  test.each(fields)('is refused without %s, and with another form of it', (field) => {
    expect(() => door({ ...state, [field]: undefined })).toThrow(damage(`${field} is not valid`));
    expect(() => door({ ...state, [field]: { of: 'another form' } })).toThrow(damage(`${field} is not valid`));
  });

  test('is refused where it is cut off, or nothing', () => {
    expect(() => read({ id: 'call_1', state: JSON.stringify(state).slice(0, -5) })).toThrow(damage('it is cut off, or no JSON'));
    expect(() => door(null)).toThrow(damage('id is not valid'));
  });
});

test('an equity call may have what came later, in its form alone', () => {
  const door = (value: object) => readEquity({ id: 'call_1', state: JSON.stringify({ ...EQUITY, ...value }) });
  expect(door(OPTIONAL)).toEqual({ ...EQUITY, ...OPTIONAL });
  for (const field of Object.keys(OPTIONAL)) expect(() => door({ [field]: 7 }), field).toThrow(damage(`${field} is not valid`));
});

test('the parts of a state have their forms, too', () => {
  const equity = (value: object) => readEquity({ id: 'call_1', state: JSON.stringify({ ...EQUITY, ...value }) });
  const option = (value: object) => readOption({ id: 'call_1', state: JSON.stringify({ ...OPTION, ...value }) });
  expect(() => equity({ stops: [{ from: 1, price: '95' }] })).toThrow(damage('stops is not valid'));
  expect(() => equity({ stops: [] })).toThrow(damage('stops is not valid'));
  expect(() => option({ legs: [] })).toThrow(damage('legs is not valid'));
  expect(() => equity({ entry: { price: 100 } })).toThrow(damage('entry is not valid'));
  expect(() => option({ legs: [{ ...OPTION.legs[0], strike: null }] })).toThrow(damage('legs is not valid'));
  expect(() => option({ entry: { ts: 1, spot: 1, legs: [{ price: 1 }] } })).toThrow(damage('entry is not valid'));
});
