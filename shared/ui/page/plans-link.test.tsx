import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PageRelease } from '../../contract/release/types.ts';
import { ENVIRONMENTS } from '../../domain/partners/demo/environments.ts';
import { type FakeHostOptions, fakeHost } from '../../kit/fake-host.tsx';
import { PlansLink } from './plans-link.tsx';

const releases = (...paths: string[]) => ({
  id: 't',
  preview: [],
  modules: { m: { name: 'm', manifest: { routes: paths.map((path) => ({ path, title: 'A', guard: 'open', layout: 'frame' })) } } as unknown as PageRelease },
  fallbacks: {},
});
const BOTH = releases('/retail-investors', '/pricing/:method?');
const TABLE = releases('/retail-investors');
const EXPERT = { id: 'e', full_name: 'A', profession: 'Analyst', picture: '', email: '', verified: true, rank: null, is_admin: false } as const;
const OWN_LOGIN = { ...ENVIRONMENTS[0]!, tier: 'brokerWithPlans', loginModule: 'zebu' } as const;
const WITHOUT = { userType: { userType: 'broker', userSubType: 'brokerWithoutPlans' } } as const;

test.each([
  ['to the screen of plans', { page: { releases: BOTH } }, '/pricing'],
  ['to the table of prices until there is one', { page: { releases: TABLE } }, '/retail-investors#plans'],
  ['an expert to the table: nothing is sold to them', { page: { releases: BOTH }, snapshot: { user: EXPERT } }, '/retail-investors#plans'],
  ['nowhere where a partner’s own sign-in sends people', { page: { releases: BOTH }, snapshot: { environment: OWN_LOGIN } }, null],
  ['nowhere where neither is', { page: { releases: releases() } }, null],
  ['nowhere on a partner’s site, whose prices are its own', { page: { releases: TABLE, environment: ENVIRONMENTS[0]! } }, null],
  ['nowhere for a customer of a broker without plans', { page: { releases: BOTH }, snapshot: WITHOUT }, null],
] as const)('a lock leads %s', (_, options, to) => {
  const { snapshot, ...rest } = options as FakeHostOptions;
  const host = fakeHost({ ...rest, snapshot: { signedIn: true, ...snapshot } });
  render(<PlansLink />, { wrapper: host.Wrapper });
  expect(screen.queryByRole('link', { name: 'Check plans' })?.getAttribute('href') ?? null).toBe(to);
});
