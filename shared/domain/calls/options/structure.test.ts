import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { rng } from '../../market/rng.ts';
import { toPaise } from '../../money/paise.ts';
import { type Leg, payoff, probabilityOfProfit } from '../../options/payoff.ts';
import { legsOf } from './legs.testing.ts';
import { premiumOf } from './legs.ts';
import { type Assumed, marginOf, type PricedLeg, riskOf, structureOf, valueAt } from './structure.ts';

const NIFTY: Assumed = { spot: 24_000, isIndex: true, lotSize: 65, forward: 24_060, volatility: 0.14, years: 0.03, rate: 0.065 };
const leg = (
  side: 'buy' | 'sell',
  type: PricedLeg['type'],
  strike: number,
  price: number,
  lots = 1,
  far?: { yearsAfter: number; volatility: number },
): PricedLeg => ({
  side,
  type,
  strike,
  price,
  lots,
  expiry: far ? '2026-12-29' : '2026-11-23',
  volatility: far?.volatility ?? null,
  yearsAfter: far?.yearsAfter ?? 0,
});

describe('figures of a structure', () => {
  test('a bull call spread, by hand: 120 paid for 200 points of width, 65 a lot', () => {
    const figures = structureOf([leg('buy', 'CE', 24_000, 220), leg('sell', 'CE', 24_200, 100)], NIFTY);
    // Loss 120 × 65 = 7,800; profit (200 − 120) × 65 = 5,200; even at 24,000 + 120.
    expect(figures).toMatchObject({
      strategy: 'BULL_CALL',
      net_premium: 120,
      max_profit: 5200,
      max_loss: -7800,
      breakevens: [24_120],
      defined_risk: true,
      margin_est: 7800,
    });
    expect(figures.pop).toBeGreaterThan(0.3);
    expect(figures.pop).toBeLessThan(0.6);
  });

  test('a short strangle of two lots: profit is what is received, the loss has no limit, the dearer side alone asks for margin', () => {
    const figures = structureOf([leg('sell', 'CE', 24_400, 80.5, 2), leg('sell', 'PE', 23_600, 70.25, 2)], NIFTY);
    // 150.75 × 130 = 19,597.50; margin 12 % of 24,000 × 130.
    expect(figures).toMatchObject({
      strategy: 'SHORT_STRANGLE',
      net_premium: -150.75,
      max_profit: 19_597.5,
      max_loss: null,
      margin_est: 374_400,
      defined_risk: false,
    });
    expect(figures.breakevens).toEqual([23_449.25, 24_550.75]);
    expect(riskOf([leg('sell', 'CE', 24_400, 80.5, 2), leg('sell', 'PE', 23_600, 70.25, 2)], figures)).toEqual({ risk: 374_400, on_margin: true });
  });

  test('an iron condor risks a width less what it received', () => {
    const legs = [leg('sell', 'CE', 24_300, 90), leg('buy', 'CE', 24_500, 40), leg('sell', 'PE', 23_700, 85), leg('buy', 'PE', 23_500, 45)];
    const figures = structureOf(legs, NIFTY);
    // Received 90; 200 − 90 = 110 a share.
    expect(figures).toMatchObject({ net_premium: -90, max_profit: 5850, max_loss: -7150, breakevens: [23_610, 24_390], margin_est: 7150 });
    expect(riskOf(legs, figures)).toEqual({ risk: 7150, on_margin: false });
  });

  test('a sold put loses its strike less what it received at a price of zero, which is no limited risk; a stock asks for a fifth', () => {
    const legs = [leg('sell', 'PE', 1000, 20)];
    const figures = structureOf(legs, { ...NIFTY, spot: 1010, isIndex: false, lotSize: 500 });
    // (1,000 − 20) × 500.
    expect(figures).toMatchObject({ max_profit: 10_000, max_loss: -490_000, defined_risk: false, margin_est: 101_000 });
    expect(riskOf(legs, figures)).toEqual({ risk: 101_000, on_margin: true });
  });

  test('a covered call and a protective put hold the future', () => {
    const covered = structureOf([leg('buy', 'FUT', 0, 24_050), leg('sell', 'CE', 24_200, 100)], NIFTY);
    // 24,200 − 24,050 + 100 = 250 a share; even at 23,950.
    expect(covered).toMatchObject({ net_premium: -100, max_profit: 16_250, breakevens: [23_950], defined_risk: false, margin_est: 187_200 });
    const protectedPut = structureOf([leg('buy', 'FUT', 0, 24_050), leg('buy', 'PE', 23_800, 90)], NIFTY);
    // 24,050 + 90 − 23,800 = 340 a share at most.
    expect(protectedPut).toMatchObject({ net_premium: 90, max_profit: null, max_loss: -22_100, breakevens: [24_140], defined_risk: true });
  });

  test('a calendar earns most at its strike and loses about what it cost', () => {
    const legs = [leg('sell', 'CE', 24_000, 200), leg('buy', 'CE', 24_000, 420, 1, { yearsAfter: 0.1, volatility: 0.15 })];
    const figures = structureOf(legs, NIFTY);
    expect(figures).toMatchObject({ strategy: 'CALENDAR', net_premium: 220, defined_risk: true });
    expect(figures.max_loss!).toBeGreaterThanOrEqual(-220 * 65 - 0.01);
    expect(figures.breakevens).toHaveLength(2);
    expect(figures.max_profit!).toBeCloseTo(valueAt(legs, NIFTY, 24_000), 0);
    expect(structureOf(legs, { ...NIFTY, volatility: null }).pop).toBeNull();
  });

  test('a leg that expires first covers nothing afterwards: the sold far leg of a reverse calendar asks for its margin', () => {
    const legs = [leg('buy', 'CE', 24_000, 200), leg('sell', 'CE', 24_000, 420, 1, { yearsAfter: 0.1, volatility: 0.15 })];
    const figures = structureOf(legs, NIFTY);
    // 12 % of 24,000 × 65.
    expect(figures).toMatchObject({ defined_risk: false, max_loss: null, margin_est: 187_200 });
    expect(riskOf(legs, figures)).toEqual({ risk: 187_200, on_margin: true });
  });

  test('a ratio is told for its smallest form, and sums of prices carry no error', () => {
    const legs = [leg('buy', 'CE', 24_000, 220.1, 2), leg('sell', 'CE', 24_200, 100.05, 4)];
    expect(premiumOf(legs, [220.1, 100.05])).toBe(20);
    expect(premiumOf([leg('buy', 'CE', 1, 0), leg('buy', 'CE', 2, 0), leg('buy', 'CE', 3, 0)], [0.1, 0.2, 0.3])).toBe(0.6);
    expect(marginOf(legs, NIFTY, null)).toBe(374_400);
  });
});

/** Each strategy of the model with the most it can lose, and whether that is a limited risk. */
describe('a loss has no limit where it grows with the price, and risk is limited where all is covered (product B.1, C.2)', () => {
  test.each<readonly [legs: string, prices: readonly number[], max_loss: number | null, defined_risk: boolean]>([
    ['+1 CE 24000', [200], -13_000, true],
    ['+1 PE 24000', [150], -9750, true],
    ['+1 CE 24000, -1 CE 24200', [220, 100], -7800, true],
    ['-1 PE 23900, +1 PE 23700', [120, 70], -9750, true],
    ['+1 CE 24000, +1 PE 24000', [180, 170], -22_750, true],
    ['-1 CE 24000, -1 PE 24000', [180, 170], null, false],
    ['-1 CE 24300, -1 PE 23700', [80, 75], null, false],
    ['-1 CE 24300, +1 CE 24500, -1 PE 23700, +1 PE 23500', [90, 40, 85, 45], -7150, true],
    ['+1 CE 24000, -2 CE 24200', [220, 100], null, false],
    // What is sold twice and bought once is open down to a price of zero.
    ['+1 PE 24000, -2 PE 23800', [210, 130], -1_530_750, false],
    // The future covers the call and nothing covers the future.
    ['+1 FUT, -1 CE 24200', [24_050, 100], -1_556_750, false],
    ['+1 FUT, +1 PE 23800', [24_050, 90], -22_100, true],
    ['-1 PE 24000', [120], -1_552_200, false],
    ['+1 FUT', [24_050], -1_563_250, false],
    ['-1 FUT, -1 PE 23800', [24_050, 90], null, false],
    // 200 between the strikes for 190: whatever comes, ten a share are left.
    ['+1 CE 24000, -1 CE 24200, +1 PE 24200, -1 PE 24000', [220, 100, 170, 100], 650, true],
  ])('%s', (text, prices, max_loss, defined_risk) => {
    const legs = legsOf(text).map((one, at): PricedLeg => ({ ...one, price: prices[at]!, volatility: null, yearsAfter: 0 }));
    const figures = structureOf(legs, NIFTY);
    expect(figures).toMatchObject({ max_loss, defined_risk });
    expect(riskOf(legs, figures)).toEqual(
      !defined_risk || max_loss === null ? { risk: figures.margin_est, on_margin: true } : { risk: Math.max(0, -max_loss), on_margin: false },
    );
  });
});

test('50 random structures have one payoff: what a call says of them is what the strategy builder of the widget says', () => {
  const random = rng(20_261_126);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random.next() * of.length)]!;
  for (const _ of Array.from({ length: 50 })) {
    const legs = Array.from({ length: 1 + Math.floor(random.next() * 4) }, () =>
      leg(pick(['buy', 'sell']), pick(['CE', 'PE']), 23_500 + 50 * Math.floor(random.next() * 20), Math.round(2 + random.next() * 8000) / 20, pick([1, 2, 3])),
    );
    const told = JSON.stringify(legs);
    // As the builder counts a leg: the middle of its quotes, and shares.
    const built = legs.map(({ side, type, strike, price, lots }): Leg => ({ side, type, strike, premium: price, quantity: lots * NIFTY.lotSize }));
    const { maxProfit, maxLoss, breakevens } = payoff(built);
    const ours = structureOf(legs, NIFTY);
    const paise = (value: number | null): number | null => (value === null ? null : toPaise(value));
    expect([ours.max_profit, ours.max_loss, ours.breakevens], told).toEqual([paise(maxProfit), paise(maxLoss), breakevens.map(toPaise)]);
    expect(ours.max_loss === null, told).toBe(legs.reduce((sum, { side, type, lots }) => sum + (type === 'PE' ? 0 : (side === 'buy' ? 1 : -1) * lots), 0) < 0);
    expect(ours.pop, told).toBeCloseTo(probabilityOfProfit(built, { ...NIFTY, volatility: NIFTY.volatility! }), 3);
  }
});

test('200 random structures agree with a program in another language, to the paisa and the ten-thousandth', () => {
  const random = rng(20_261_123);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)]!;
  const structures = Array.from({ length: 200 }, (_, number) => {
    const spot = pick([24_000, 56_000, 1412.5, 286]);
    const lotSize = pick([65, 30, 500, 1600]);
    const step = spot / 200;
    const later = number % 5 === 0;
    const seen = new Set<string>();
    const legs: PricedLeg[] = [];
    while (legs.length < 1 + Math.floor(random.next() * 4) || legs.length === 0) {
      const type = random.next() < 0.08 ? 'FUT' : pick(['CE', 'PE'] as const);
      const strike = type === 'FUT' ? 0 : Math.round((spot + Math.round((random.next() - 0.5) * 24) * step) * 100) / 100;
      const far = later && legs.length > 0 && random.next() < 0.6;
      if (seen.has(`${type} ${strike} ${far}`)) continue;
      seen.add(`${type} ${strike} ${far}`);
      const price = type === 'FUT' ? Math.round(spot * 20.06) / 20 : Math.round(spot * (0.002 + 0.02 * random.next()) * 20) / 20;
      legs.push(
        leg(
          pick(['buy', 'sell'] as const),
          type,
          strike,
          price,
          1 + Math.floor(random.next() * 3),
          far ? { yearsAfter: 0.02 + 0.1 * random.next(), volatility: 0.1 + 0.3 * random.next() } : undefined,
        ),
      );
    }
    const assumed: Assumed = {
      spot,
      isIndex: spot > 10_000,
      lotSize,
      forward: spot * (1 + 0.01 * random.next()),
      volatility: 0.1 + 0.3 * random.next(),
      years: 0.004 + 0.1 * random.next(),
      rate: 0.065,
    };
    return { legs, assumed };
  });
  const asked = structures.map(({ legs, assumed: { spot, lotSize, forward, volatility, years, rate } }) => ({
    spot,
    lot: lotSize,
    forward,
    vol: volatility,
    years,
    rate,
    legs: legs.map(({ side, type, strike, price, lots, yearsAfter, volatility: vol }) => ({ side, type, strike, price, lots, after: yearsAfter, vol })),
  }));
  const script = fileURLToPath(new URL('structures.testing.py', import.meta.url));
  const answers = JSON.parse(execFileSync('python3', [script], { input: JSON.stringify(asked), maxBuffer: 1 << 26, encoding: 'utf8' })) as {
    max_profit: number | null;
    max_loss: number | null;
    breakevens: number[];
    pop: number;
  }[];
  expect(answers).toHaveLength(200);
  for (const [at, { legs, assumed }] of structures.entries()) {
    const ours = structureOf(legs, assumed);
    const theirs = answers[at]!;
    const told = JSON.stringify(asked[at]);
    const one = legs.every(({ yearsAfter }) => yearsAfter === 0);
    for (const figure of ['max_profit', 'max_loss'] as const) {
      // Beyond the first expiry nobody says what is lost by what it leaves without cover.
      const due = figure === 'max_loss' && !one && !ours.defined_risk ? null : theirs[figure];
      expect(ours[figure] === null, `${figure} of ${told}`).toBe(due === null);
      // Of a curve both search the peak: to a rupee in a hundred thousand.
      if (due !== null) expect(Math.abs(ours[figure]! - due), `${figure} of ${told}`).toBeLessThan(one ? 0.006 : 0.01 + Math.abs(due) * 1e-5);
    }
    const inGrid = ours.breakevens.filter((price) => price < assumed.spot * 3.9);
    expect(inGrid.length, told).toBe(theirs.breakevens.filter((price) => price < assumed.spot * 3.9).length);
    for (const [which, price] of inGrid.entries()) expect(Math.abs(price - theirs.breakevens[which]!), told).toBeLessThan(0.011);
    expect(Math.abs(ours.pop! - theirs.pop), told).toBeLessThan(1.1e-4);
  }
}, 120_000);
