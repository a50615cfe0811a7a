import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { structureOf } from '@vimarsh/shared/domain/calls/options/structure.ts';
import { INTEREST_RATE } from '@vimarsh/shared/domain/options/rate.ts';
import { expect, test } from 'vitest';
import { importFiles, marketOnFile, storesIn } from '../../market/index.ts';
import { openPlatform } from '../../platform/testing.ts';
import { chainFacts, contractOf, valued } from './chain-facts.ts';
import { optionDraftOf } from './drafts.testing.ts';

/** NIFTY options of 27 June 2024 as recorded: only in a clone directly beside the folder of shared data. */
const REAL_CHAIN = '../shared/data/option-chains/nifty-expiry-2024-06-27.json';
const EXPIRY = '2024-06-27';
/** The evening before. */
const TAKEN = new Date('2024-06-26T10:00:00Z');
const LOT = 25;

interface Recorded {
  readonly strike_price: number;
  readonly call_options: { readonly market_data: { readonly bid_price: number; readonly ask_price: number } };
  readonly put_options: { readonly market_data: { readonly bid_price: number; readonly ask_price: number } };
}

test.skipIf(!existsSync(REAL_CHAIN))(
  'four legs on the real chain cost the middle of its quotes, and their limits follow from the strikes',
  { meta: { needs: REAL_CHAIN } },
  async () => {
    const server = await openPlatform({ database: 'pglite' });
    try {
      await importFiles(storesIn(server.platform), [REAL_CHAIN], { taken: TAKEN, lot: LOT });
      const market = await marketOnFile(server.platform, TAKEN);
      const draft = await optionDraftOf(market, 'NIFTY', EXPIRY, [
        ['sell', 'CE', 4],
        ['buy', 'CE', 8],
        ['sell', 'PE', -4],
        ['buy', 'PE', -8],
      ]);
      const facts = await chainFacts(market, draft, TAKEN);
      expect(facts.spot).toBe(23_868.8);
      expect(draft.legs.map((leg) => contractOf(facts, leg)?.oi ?? 0).every((oi) => oi > 0)).toBe(true);

      // The same by hand from the file's own text.
      const entries = JSON.parse(await readFile(REAL_CHAIN, 'utf8')) as Recorded[];
      const middles = draft.legs.map(({ type, strike }) => {
        const { call_options, put_options } = entries.find(({ strike_price }) => strike_price === strike)!;
        const { bid_price, ask_price } = (type === 'CE' ? call_options : put_options).market_data;
        return (bid_price + ask_price) / 2;
      });
      const worth = valued(facts, draft.legs, TAKEN, INTEREST_RATE)!;
      expect(worth.legs.map(({ price }) => price)).toEqual(middles.map((middle) => expect.closeTo(middle, 4)));
      const [soldCall, boughtCall, soldPut, boughtPut] = middles as [number, number, number, number];
      const received = soldCall - boughtCall + soldPut - boughtPut;
      const [short, wing, below] = draft.legs.map(({ strike }) => strike) as [number, number, number];

      const figures = structureOf(worth.legs, { ...worth.assumed, lotSize: LOT });
      expect(figures).toMatchObject({ strategy: 'IRON_CONDOR', defined_risk: true });
      expect(figures!.net_premium).toBeCloseTo(-received, 4);
      expect(figures!.max_profit).toBeCloseTo(received * LOT, 1);
      expect(figures!.max_loss).toBeCloseTo(-(wing - short - received) * LOT, 1);
      expect(figures!.breakevens).toEqual([expect.closeTo(below - received, 1), expect.closeTo(short + received, 1)]);
      expect(figures!.pop).toBeGreaterThan(0.2);
      expect(figures!.pop).toBeLessThan(0.95);
    } finally {
      await server.end();
    }
  },
);
