import { assert, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { brokerOrderId, istTimeOf, loosePrice, looseRupees, looseShares, looseText, paiseOf, shares } from './broker-values.ts';

describe('values of brokers', () => {
  test('S2.1-ROUTE-19: whole paise are exact, whatever the number’s binary is', () => {
    assert(property(integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }), (paise) => paiseOf(paise / 100) === paise || paise === 0));
    assert(property(integer({ min: 0, max: 1_000_000_000_000 }), (paise) => paiseOf(Number((paise / 100).toFixed(2))) === paise));
  });

  test.each([
    [1.005, 101],
    [1.0049, 100],
    [-1.005, -101],
    [0.1 + 0.2, 30],
    [-0.001, 0],
    [1e-7, 0],
    [99_999.999, 10_000_000],
  ])('₹ %s are %s paise', (rupees, paise) => expect(paiseOf(rupees)).toBe(paise));

  test.each([
    ['12.50', 12.5],
    ['1,23,456.75', 123_456.75],
    ['-0.05', -0.05],
    ['', 0],
    [null, 0],
    [undefined, 0],
    [7, 7],
  ])('%s is %s', (written, number) => expect(z.parse(z.object({ a: looseRupees }), { a: written }).a).toBe(number));

  test.each(['12.5.1', 'NaN', 'Infinity', '1e9', '0x10', '--1', 'a'])('%s is no number', (written) =>
    expect(looseRupees.safeParse(written).success).toBe(false),
  );

  test('S2.1-ROUTE-19: figures that no customer can have are none: what is counted with them stays exact', () => {
    for (const figure of [loosePrice, looseRupees, looseShares, shares])
      for (const wild of [1e308, -1e308, 2 ** 53]) expect(figure.safeParse(wild).success).toBe(false);
    expect(looseShares.safeParse('0.5').success).toBe(false);
    expect([loosePrice.parse(9_999_999), looseRupees.parse('-999999999999.99'), looseShares.parse('-750'), shares.parse(1e9)]).toEqual([
      9_999_999, -999_999_999_999.99, -750, 1e9,
    ]);
  });

  test.each([
    ['2026-11-30 09:31:02', '2026-11-30T04:01:02Z'],
    ['2026-11-30T09:31:02', '2026-11-30T04:01:02Z'],
    ['09:31:02 30-11-2026', '2026-11-30T04:01:02Z'],
    ['00:10:00 01-12-2026', '2026-11-30T18:40:00Z'],
  ])('%s is Indian time', (written, utc) => expect(istTimeOf(written)).toBe(Date.parse(utc)));

  test.each(['', '0', '00:00:00 01-01-1980', '2026-13-40 09:31:02', 'yesterday'])('“%s” is no time', (written) => expect(istTimeOf(written)).toBeNull());
});

test('S2.1-ROUTE-19: texts of brokers lose control characters, and an id that has one is none', () => {
  expect(z.parse(looseText, 'TC\u0000S\ud83d')).toBe('TCS\uFFFD');
  expect(z.safeParse(brokerOrderId, '24\u000012').success).toBe(false);
  expect(z.safeParse(brokerOrderId, '2412').success).toBe(true);
});
