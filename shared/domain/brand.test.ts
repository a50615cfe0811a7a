import { expect, test } from 'vitest';
import * as calls from '../contract/calls/routes.ts';
import * as identity from '../contract/identity/routes.ts';
import * as market from '../contract/market/routes.ts';
import * as partners from '../contract/partners/routes.ts';
import type { Route } from '../contract/route.ts';
import * as insights from '../contract/sentiment/routes.ts';
import { BRAND, BRAND_TITLE } from './brand.ts';

test('the placeholder is the brand in every call (S0-BRAND-01)', () => {
  expect(BRAND).toBe('vimarsh');
  expect(BRAND_TITLE.toLowerCase()).toBe(BRAND);
  const routes = [calls, identity, insights, market, partners].flatMap((file) => Object.values(file)).filter((value): value is Route => isRoute(value));
  expect(routes.length).toBeGreaterThan(20);
  for (const route of routes) expect(route.path).not.toContain('{product}');
});

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value;
}
