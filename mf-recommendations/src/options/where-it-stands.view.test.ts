import { anOptionCall, STANDING } from '@vimarsh/shared/contract/calls/options/option.testing.ts';
import type { OptionCall } from '@vimarsh/shared/contract/calls/options/types.ts';
import { expect, test } from 'vitest';
import { whereItStands } from './where-it-stands.view.ts';

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

test('of a premium received: what closing costs now, at the target and at the stop-loss, in ₹ of all lots, and that it has to fall', () => {
  expect(whereItStands(received())).toEqual({
    way: 'It gains when closing it costs less than was received.',
    facts: [
      ['Received', '₹21,801.00'],
      ['Closing costs now', '₹18,525.00'],
      ['At the target closing costs', '₹15,223.00'],
      ['At the stop-loss closing costs', '₹27,306.50'],
      ['Most that can be lost', 'Without limit'],
      ['Ends at the latest', '1 Dec 2026'],
    ],
  });
});

test('of a premium paid, with levels on profit: the same kind of amount, and the most that can be lost by its fills', () => {
  expect(whereItStands(anOptionCall({ now: STANDING }))).toEqual({
    way: 'It gains when closing it brings more than was paid.',
    facts: [
      ['Paid', '₹6,500.00'],
      ['Closing brings now', '₹7,475.00'],
      ['At the target closing brings', '₹9,500.00'],
      ['At the stop-loss closing brings', '₹4,500.00'],
      ['Most that can be lost', '₹6,500.00'],
      ['Ends at the latest', '1 Dec 2026'],
    ],
  });
});

test('a leg without a quote: what closing costs is not known', () => {
  expect(whereItStands(received({ now: { ...STANDING, exits: [null, 72.5] } }))?.facts[1]).toEqual(['Closing costs now', 'No quote now']);
});

test('levels on the underlying, and those beside a future, stand as they are', () => {
  const levels = [
    ['Target', '24,900.00 NIFTY'],
    ['Stop-loss', '24,300.00 NIFTY'],
  ];
  const basis = { level_basis: 'underlying', target: 24_900, stop_loss: 24_300, now: STANDING } as const;
  expect(whereItStands(anOptionCall(basis))?.facts.slice(2, 4)).toEqual(levels);
  const future = { ...bought!, type: 'FUT', strike: 0, entry: 24_500 } as const;
  expect(whereItStands(anOptionCall({ ...basis, legs: [future, sold!] }))?.facts.slice(0, 2)).toEqual(levels);
});

test.each([
  ['before the entry', received({ legs: received().legs.map((leg) => ({ ...leg, entry: null })) })],
  ['without quotes', anOptionCall()],
])('%s there is nothing to say', (_name, call) => {
  expect(whereItStands(call)).toBeNull();
});
