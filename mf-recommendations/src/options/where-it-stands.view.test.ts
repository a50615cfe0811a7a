import { anOptionCall, STANDING } from '@vimarsh/shared/contract/calls/options/option.testing.ts';
import type { OptionCall } from '@vimarsh/shared/contract/calls/options/types.ts';
import { expect, test } from 'vitest';
import { madeAtLevels } from './made-at-levels.ts';
import { optionOutcome, whereItStands } from './where-it-stands.view.ts';

const [bought, sold] = anOptionCall().legs;
/** Sold strangle of two lots, ₹167.70 a share received. */
const received = (overrides: Partial<OptionCall> = {}): OptionCall =>
  anOptionCall({
    legs: [
      { ...sold!, strike: 24_800, lots: 2, entry: 87.7 },
      { ...sold!, type: 'PE', strike: 24_200, lots: 2, entry: 80 },
    ],
    net_premium: -167.7,
    max_loss: null,
    level_basis: 'premium',
    target: -117.1,
    stop_loss: -210.05,
    now: { ...STANDING, exits: [70, 72.5] },
    ...overrides,
  });

test('of a premium received: how far target and stop-loss are, and what closing costs now, in ₹ of a lot, and that it has to fall', () => {
  expect(whereItStands(received())).toEqual({
    way: 'It gains when closing it costs less than was received.',
    facts: [
      ['Left to the target', '+₹1,651.00'],
      ['Left to the stop-loss', '−₹4,390.75'],
      ['Received', '₹10,900.50'],
      ['Closing costs now', '₹9,262.50'],
    ],
  });
});

test('of a premium paid, with levels on profit: the same kind of amount', () => {
  expect(whereItStands(anOptionCall({ now: STANDING }))).toEqual({
    way: 'It gains when closing it brings more than was paid.',
    facts: [
      ['Left to the target', '+₹2,025.00'],
      ['Left to the stop-loss', '−₹2,975.00'],
      ['Paid', '₹6,500.00'],
      ['Closing brings now', '₹7,475.00'],
    ],
  });
});

test('a leg without a quote: what closing costs is not known', () => {
  expect(whereItStands(received({ now: { ...STANDING, exits: [null, 72.5] } }))?.facts).toEqual([
    ['Made at the target', '+₹3,289.00'],
    ['Made at the stop-loss', '−₹2,752.75'],
    ['Received', '₹10,900.50'],
    ['Closing costs now', 'No quote now'],
  ]);
});

test('levels on the underlying, and those beside a future, stand as they are', () => {
  const levels = [
    ['Target', '24,900.00 NIFTY'],
    ['Stop-loss', '24,300.00 NIFTY'],
  ];
  const basis = { level_basis: 'underlying', target: 24_900, stop_loss: 24_300, now: STANDING } as const;
  expect(whereItStands(anOptionCall(basis))?.facts.slice(0, 2)).toEqual(levels);
  const future = { ...bought!, type: 'FUT', strike: 0, entry: 24_500 } as const;
  expect(whereItStands(anOptionCall({ ...basis, legs: [future, sold!] }))?.facts.slice(0, 2)).toEqual(levels);
});

test.each([
  ['before the entry', received({ legs: received().legs.map((leg) => ({ ...leg, entry: null })) })],
  ['without quotes', anOptionCall()],
])('%s there is nothing to say', (_name, call) => {
  expect(whereItStands(call)).toBeNull();
});

test('what a lot makes at its levels is in ₹ whatever they are measured on; levels of the underlying have no such amount', () => {
  expect(madeAtLevels(received())).toEqual({ target: 3289, stop: -2752.75 });
  const unentered = received({ legs: received().legs.map((leg) => ({ ...leg, entry: null })) });
  expect(madeAtLevels(unentered), 'before the entry by the published premium').toEqual({ target: 3289, stop: -2752.75 });
  expect(madeAtLevels(anOptionCall({ level_basis: 'pnl', target: 3000, stop_loss: -2000 }))).toEqual({ target: 3000, stop: -2000 });
  expect(madeAtLevels(received({ level_basis: 'underlying' }))).toBeNull();
});

test('who never traded an option reads where a lot gains, what can be lost at most, and when that is decided', () => {
  expect(optionOutcome(anOptionCall())).toEqual({
    here: '',
    gains: 'A lot gains if NIFTY ends above 24,600 on 1 Dec 2026: at most ₹6,500.00.',
    loses: 'Anywhere else it loses: at most ₹6,500.00.',
  });
  const [bought, sold] = anOptionCall().legs;
  expect(
    optionOutcome(
      anOptionCall({
        legs: [
          { ...sold!, strike: 24_500, entry: 200 },
          { ...sold!, type: 'PE', strike: 24_500, entry: 200 },
        ],
      }),
    ),
  ).toEqual({
    here: '',
    gains: 'A lot gains if NIFTY ends between 24,100 and 24,900 on 1 Dec 2026: at most ₹26,000.00.',
    loses: 'Anywhere else it loses: without a limit.',
  });
  const here = (spot: number) => optionOutcome(anOptionCall({ now: { ...STANDING, spot } }))?.here;
  expect(here(24_560)).toBe('If NIFTY ends where it is now, at 24,560, a lot loses ₹2,600.00.');
  expect(here(24_800)).toBe('If NIFTY ends where it is now, at 24,800, a lot gains ₹6,500.00.');
  expect(optionOutcome(anOptionCall({ legs: [bought!, { ...sold!, expiry: '2026-12-29' }] }))).toBeNull();
});
