import { expect, test } from 'vitest';
import type { Ctx } from '../platform/platform.ts';
import { audienceOf, EVERYBODY } from './audience.ts';

const reader = (change: Partial<NonNullable<Ctx['caller']>>): Pick<Ctx, 'caller' | 'partner'> => ({
  caller: {
    ...{ user_id: 'usr_1', session_id: 's', roles: [], profession: 'Retail Investor', is_admin: false, partner_key: '', expert_status: '' },
    ...{ plan: null, promotional: false, kyc_gate: null, chat: false, publisher: false },
    ...change,
  },
  partner: null,
});

test.each([
  ['a visitor', { caller: null, partner: null }, []],
  ['an account without a plan', reader({}), []],
  ['Lite', reader({ plan: 'Lite' }), ['shortTerm']],
  ['Premium that waits for a PAN', reader({ plan: 'Premium', kyc_gate: { open: null } }), []],
  ['Pro that waits, beside Lite that was given', reader({ plan: 'Pro', kyc_gate: { open: 'Lite' } }), ['shortTerm']],
] as const)('what %s is shown is made of the live calls that they may read, and of no others', (_who, asker, terms) => {
  const audience = audienceOf(asker);
  expect(audience.terms).toEqual(terms);
  if (terms.length === 0) expect(audience).toBe(EVERYBODY);
});
