import { conformance } from '../feed/conformance.testing.ts';
import type { Listing } from '../market.ts';
import { pathCache } from './paths.ts';
import { SimulatedFeed } from './simulated-feed.ts';

const path = pathCache(20_261_120);
const feed = new SimulatedFeed(20_261_120, path);

conformance({
  name: 'simulated',
  listing: { symbol: 'TCS', fno: true, kind: 'equity' } as Listing,
  days: ['2026-11-18', '2026-11-19', '2026-11-20'],
  can: [],
  open: async () => ({ feed, deliver: async () => undefined, goTo: async () => null }),
});
