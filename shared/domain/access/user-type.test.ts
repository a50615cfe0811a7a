import { describe, expect, test } from 'vitest';
import type { Environment } from '../../contract/partners/types.ts';
import { ENVIRONMENTS } from '../partners/demo/environments.ts';
import { deriveVisitor, environmentOfHost, userTypeOf } from './user-type.ts';

const partner = (utm_source_str: string, change: Partial<Environment> = {}): Environment => ({ ...ENVIRONMENTS[0]!, utm_source_str, ...change });
const without = partner('keya', { utm_source: 'Key A', brokerId: 21, tier: 'brokerWithoutPlans' });
const withPlans = partner('keyb', { utm_source: 'Key B', brokerId: 22, tier: 'brokerWithPlans' });
const environments = [without, withPlans];
const visit = (host: string, profile: { utm_source?: string; source?: string } | null = null, selectedBroker: { id: number } | null = null) =>
  deriveVisitor({ host, profile, environments, selectedBroker });

describe('user type', () => {
  test('a visitor on a partner host is a broker customer of that partner’s tier (S1-WL-08, S4-UTYPE-01, S3-WUT-01, S3-WUT-02, S3-WUT-03, S3-WUT-O01)', () => {
    expect(visit('keya.example.com').websiteUserType).toEqual({ userType: 'broker', userSubType: 'brokerWithoutPlans' });
    expect(visit('keyb.example.com').websiteUserType).toEqual({ userType: 'broker', userSubType: 'brokerWithPlans' });
  });

  test('on the main host the profile’s source decides (S4-UTYPE-01)', () => {
    expect(visit('vimarsh.example', { utm_source: 'Key A' }).websiteUserType.userSubType).toBe('brokerWithoutPlans');
  });

  test('a visitor on the main host is a direct user (S1-WL-10, S4-UTYPE-04)', () => {
    expect(visit('vimarsh.example').websiteUserType).toEqual({ userType: 'internal', userSubType: '' });
    expect(visit('unknown.host').environment).toBeNull();
  });

  test('there are exactly three outcomes (S1-WL-A01)', () => {
    const outcomes = new Set(['keya.x', 'keyb.x', 'x'].map((host) => JSON.stringify(visit(host).websiteUserType)));
    expect(outcomes.size).toBe(3);
  });

  test('a profile of a partner other than the host’s decides (S4-UTYPE-A03, S4-UTYPE-08)', () => {
    const visitor = visit('keya.example.com', { utm_source: 'Key B' });
    expect(visitor.environment).toBe(withPlans);
    expect(visitor.websiteUserType.userSubType).toBe('brokerWithPlans');
    expect(visit('keya.example.com', null).websiteUserType.userSubType).toBe('brokerWithoutPlans');
  });

  test('a profile of an unknown partner falls back to the host (S4-UTYPE-A01)', () => {
    expect(visit('keya.example.com', { utm_source: 'x' }).environment).toBe(without);
  });

  test.each([['Key A'], ['keya'], ['KEYA'], [' key a ']])('profile source “%s” is partner A (S4-UTYPE-A02)', (utm_source) => {
    expect(visit('vimarsh.example', { utm_source }).environment).toBe(without);
  });

  test('source counts when utm_source is empty, and only then (S4-UTYPE-A07)', () => {
    expect(visit('vimarsh.example', { source: 'Key A', utm_source: '' }).environment).toBe(without);
    expect(visit('vimarsh.example', { source: 'Key A', utm_source: 'Key B' }).environment).toBe(withPlans);
  });
});

describe('environment of a host', () => {
  test('the host contains the lower-case key (S4-UTYPE-09, S3-ENV-17)', () => {
    expect(environmentOfHost('KEYA.example.com', environments)).toBe(without);
    expect(environmentOfHost('advice.keyb.in', environments)).toBe(withPlans);
  });

  test('the longest key wins, in whatever order (S4-UTYPE-A05)', () => {
    const short = partner('abc');
    const long = partner('abcpro');
    expect(environmentOfHost('abcpro.example.com', [short, long])).toBe(long);
    expect(environmentOfHost('abcpro.example.com', [long, short])).toBe(long);
    expect(environmentOfHost('abc.example.com', [long, short])).toBe(short);
  });
});

describe('what stays stored', () => {
  test('the environment’s broker becomes the selected one (S4-UTYPE-10)', () => {
    expect(visit('keya.example.com', null, { id: 7 }).selectedBroker).toEqual({ id: 21 });
  });

  test('for a direct user the environment is removed (S4-UTYPE-05)', () => {
    expect(visit('vimarsh.example')).toMatchObject({ environment: null, selectedBroker: null });
  });

  test.each([4, 5, 6, 9])('a direct user keeps broker %i (S4-UTYPE-06)', (id) => {
    expect(visit('vimarsh.example', null, { id }).selectedBroker).toEqual({ id });
  });

  test.each([7, 40])('a direct user loses broker %i (S4-UTYPE-06)', (id) => {
    expect(visit('vimarsh.example', null, { id }).selectedBroker).toBeNull();
  });
});

test('every environment of the table has exactly one of the two tiers (S1-WL-09, S4-UTYPE-A06)', () => {
  for (const environment of ENVIRONMENTS) {
    const { userType, userSubType } = userTypeOf(environment);
    expect(userType).toBe('broker');
    expect(['brokerWithoutPlans', 'brokerWithPlans']).toContain(userSubType);
  }
});

test('about 26 partners without plans, about 20 with (S4-UTYPE-02, S4-UTYPE-03, S4-UTYPE-O01)', () => {
  const tiers = ENVIRONMENTS.map(
    (environment) =>
      deriveVisitor({ host: `${environment.utm_source_str}.localhost`, profile: null, environments: ENVIRONMENTS, selectedBroker: null }).websiteUserType
        .userSubType,
  );
  expect(tiers.filter((tier) => tier === 'brokerWithoutPlans')).toHaveLength(28);
  expect(tiers.filter((tier) => tier === 'brokerWithPlans')).toHaveLength(22);
});
