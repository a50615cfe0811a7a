import { expect, test } from 'vitest';
import { PLAN_NAMES, PROFESSIONS } from '../../contract/identity/types.ts';
import { storedBroker, storedExpiry, storedPlan, storedPlanName, storedProfile, storedRoles, storedUserId } from './stored.ts';

const HOSTILE = ['', 'not-json', 'null', '[]', '"text"', '7', '{', '{"id":7}', '{"plan_name":7}'];

test('broken or foreign text reads as nothing stored', () => {
  for (const raw of HOSTILE) {
    expect(storedProfile(raw)?.id ?? '').toBe('');
    expect(storedUserId(raw)).toBe('');
    expect(storedPlan(raw)).toBeNull();
    expect(storedPlanName(raw)).toBe('');
    expect(storedBroker(raw)).toEqual(raw === '{"id":7}' ? { id: 7 } : null);
    expect(storedExpiry(raw)).toBe(raw === '7' ? 7 : 0);
  }
});

test('roles: none stored is an empty list, broken text is told apart', () => {
  expect(storedRoles('')).toEqual([]);
  expect(storedRoles('["Dealer"]')).toEqual(['Dealer']);
  for (const raw of ['not-json', '{}', 'null', '[1]']) expect(storedRoles(raw)).toBeNull();
});

test('a profession is one of exactly six (S3-PROF-22)', () => {
  expect(PROFESSIONS).toEqual(['Retail Investor', 'Market Expert', 'Analyst', 'Financial Advisor', 'Broker', 'Dealer']);
  for (const profession of PROFESSIONS) expect(storedProfile(JSON.stringify({ profession }))?.profession).toBe(profession);
  for (const profession of ['analyst', 'Student', '', 7, null]) expect(storedProfile(JSON.stringify({ profession }))?.profession).toBe('');
});

test('a plan has one of exactly four names and its promotional flag (S3-PLAN-01, S3-PLAN-O01)', () => {
  const plan = (plan_name: unknown, promotional_plan: unknown = false) =>
    storedPlan(JSON.stringify({ plan_name, promotional_plan, starts_at: 'a', ends_at: 'b' }));
  expect(PLAN_NAMES).toEqual(['Lite', 'Premium', 'Pro', 'Publisher']);
  for (const name of PLAN_NAMES) expect(plan(name, true)).toEqual({ plan_name: name, promotional_plan: true, starts_at: 'a', ends_at: 'b' });
  for (const name of ['premium', 'Gold', '', null]) expect(plan(name)).toBeNull();
  expect(plan('Pro', 'no')).toBeNull();
});

test('wrongly typed fields become empty ones, numbers and flags included', () => {
  expect(storedProfile('{"id":"u","email":7,"rank":"1","reco_count":null,"is_admin":"true"}')).toMatchObject({
    id: 'u',
    email: '',
    rank: null,
    reco_count: 0,
    is_admin: false,
  });
});
