import { INTEREST_RATE } from '@vimarsh/shared/domain/options/rate.ts';
import { expect, test } from 'vitest';
import { stageMarket } from '../../market/staged-market.testing.ts';
import { chainFacts, valued, worthAt } from './chain-facts.ts';
import { optionDraftOf, type Wanted } from './drafts.testing.ts';

const NOW = new Date('2026-11-20T05:00:00Z');
const EXPIRY = '2026-12-01';
// The simulated market needs nothing of a platform but its seed.
const { market } = await stageMarket({ config: { SEED: 20_261_120, MARKET_FEED: 'simulated' } } as Parameters<typeof stageMarket>[0], NOW);

/** What a structure on NIFTY is thought to make at so many points from here. */
async function estimated(...legs: Wanted[]): Promise<{ at: (points: number) => number; paid: number }> {
  const draft = await optionDraftOf(market, 'NIFTY', EXPIRY, legs);
  const worth = valued(await chainFacts(market, draft, NOW), draft.legs, NOW, INTEREST_RATE)!;
  const { spot, lotSize } = worth.assumed;
  const paid = worth.legs.reduce((sum, { side, price }) => sum + (side === 'buy' ? price : -price), 0) * lotSize;
  const at = worthAt(worth);
  return { at: (points) => at(spot + points), paid };
}

test('a bought call is worth more the higher the underlying stood, nothing more or less where it stands, and can lose what it cost', async () => {
  const { at, paid } = await estimated(['buy', 'CE', 0]);
  expect(at(0)).toBe(0);
  // By half of the way near the money, and by nearly all of it far in it.
  expect(at(100)).toBeGreaterThan(40 * 65);
  expect(at(100)).toBeLessThan(70 * 65);
  expect(at(2000) - at(1900)).toBeGreaterThan(95 * 65);
  expect(at(2000) - at(1900)).toBeLessThan(100 * 65);
  expect(at(-100)).toBeLessThan(0);
  expect(-at(-8000)).toBeCloseTo(paid, 0);
});

test('a spread earns its width at most, a put falls with the underlying, and a future moves with it', async () => {
  const spread = await estimated(['buy', 'CE', 0], ['sell', 'CE', 4]);
  expect(spread.at(6000)).toBeLessThan(4 * 50 * 65 - spread.paid + 1);
  expect(spread.at(6000)).toBeGreaterThan(0);
  const put = await estimated(['buy', 'PE', 0]);
  expect([put.at(-200) > 0, put.at(200) < 0]).toEqual([true, true]);
  const future = await estimated(['sell', 'FUT', 0, 1]);
  expect(future.at(100)).toBeCloseTo(-100 * 65, -2);
});

test('chains are as old as the oldest of them, and of no known age while prices are stale', async () => {
  const [near, far] = ['2026-12-01', '2026-12-08'];
  const draft = await optionDraftOf(market, 'NIFTY', near!, [
    ['buy', 'CE', 0],
    ['sell', 'CE', 0, 1, far],
  ]);
  const late = new Date(NOW.getTime() - 90_000);
  const looked = (oldest: string, fresh = true) =>
    chainFacts(
      {
        ...{ instrument: (symbol) => market.instrument(symbol), quote: () => null, doubtNow: () => null, fresh: () => fresh },
        options: {
          expiries: (...asked) => market.options.expiries(...asked),
          chain: async (symbol, expiry, at) => {
            const chain = await market.options.chain(symbol, expiry, at);
            return chain && { ...chain, at: expiry === oldest ? late : NOW };
          },
        },
      },
      draft,
      NOW,
    );
  expect([(await looked(near!)).at, (await looked(far!)).at]).toEqual([late, late]);
  expect((await looked(near!, false)).at).toBeNull();
});

test('legs whose lots differ have no value together: a call has one lot', async () => {
  const [near, far] = ['2026-12-01', '2026-12-08'];
  const draft = await optionDraftOf(market, 'NIFTY', near!, [
    ['buy', 'CE', 0],
    ['sell', 'CE', 0, 1, far],
  ]);
  const facts = await chainFacts(market, draft, NOW);
  const withLots = (one: number | null, other: number | null) => ({
    ...facts,
    listing: facts.listing && { ...facts.listing, lot_size: null },
    chains: new Map([...facts.chains].map(([expiry, chain]) => [expiry, { ...chain, lot: expiry === near ? one : other }])),
  });
  const worth = (one: number | null, other: number | null) =>
    valued(withLots(one, other) as typeof facts, draft.legs, NOW, INTEREST_RATE)?.assumed.lotSize ?? null;
  expect([worth(65, 65), worth(65, 75), worth(null, 65), worth(null, null)]).toEqual([65, null, null, null]);
});
