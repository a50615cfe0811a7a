import { describe, expect, test } from 'vitest';
import { type CertifiedCall, certificateOf, resultOfStake } from './certificate.ts';

const at = (day: string, time = '05:00'): number => Date.parse(`${day}T${time}:00.000Z`);
const call = (entered: string, ended: string, realised_return: number, term: CertifiedCall['term'] = 'shortTerm'): CertifiedCall => ({
  term,
  realised_return,
  entered: at(entered),
  ended: at(ended, '06:00'),
});

test.each([
  ['a gain', 'shortTerm', 5.1234, { gross: 512_340, cost: 25_000, net: 487_340 }],
  ['a loss', 'longTerm', -2.5, { gross: -250_000, cost: 25_000, net: -275_000 }],
  ['intraday', 'intraday', 0.08, { gross: 8_000, cost: 8_000, net: 0 }],
] as const)('%s on ₹1,00,000, in paise', (_, term, realised_return, due) => expect(resultOfStake({ term, realised_return })).toEqual(due));

test('fewer than ten calls show counts alone', () => {
  const few = Array.from({ length: 9 }, (_, n) => call('2026-01-05', '2026-01-06', n < 4 ? 3 : -1));
  expect(certificateOf(few)).toEqual({ n: 9, hits: 4, misses: 5, figures: null, curve: [], rolling: [] });
});

describe('ten calls over sixteen months', () => {
  const calls = [
    call('2025-01-10', '2025-01-20', 10.25),
    call('2025-01-20', '2025-02-28', -4.75),
    call('2025-01-25', '2025-03-03', 2.25),
    ...Array.from({ length: 6 }, () => call('2025-06-02', '2025-06-02', 0.25)),
    call('2026-05-04', '2026-05-31', 7.25),
  ];
  const made = certificateOf(calls);

  test('returns in ₹ and %, hits and misses, range', () => {
    expect(made).toMatchObject({ n: 10, hits: 3, misses: 7 });
    // Net: 10,000 − 5,000 + 2,000 + 6 × 0 + 7,000.
    expect(made.figures).toMatchObject({ gross: 1_650_000, net: 1_400_000, average_net: 1.4, average_gross: 1.65, hit_rate: 30, best: 10, worst: -5 });
  });

  test('the capital is the stakes that were out at once, and CAGR is of it', () => {
    expect(made.figures).toMatchObject({ capital: 60_000_000, value: 61_400_000, on_capital: 2.3333, from: '2025-01-10', to: '2026-05-31', days: 506 });
    expect(made.figures!.cagr).toBe(Math.round(10_000 * ((614 / 600) ** (365 / 506) - 1)) / 100);
  });

  test('a day of the curve for each day on which a call ended', () => {
    expect(made.curve.map(({ day, sum }) => [day, sum / 100])).toEqual([
      ['2025-01-20', 10_000],
      ['2025-02-28', 5_000],
      ['2025-03-03', 7_000],
      ['2025-06-02', 7_000],
      ['2026-05-31', 14_000],
    ]);
  });

  test('rolling returns go from month end to month end', () => {
    expect(made.rolling.filter(({ months }) => months === 12).map(({ from, to, made: pct }) => [from, to, pct])).toEqual([
      ['2025-01-31', '2026-01-31', -0.4918],
      ['2025-02-28', '2026-02-28', 0.3306],
      ['2025-03-31', '2026-03-31', 0],
      ['2025-04-30', '2026-04-30', 0],
      ['2025-05-31', '2026-05-31', 1.1532],
    ]);
    expect(made.rolling.filter(({ months }) => months === 3)).toHaveLength(14);
  });
});

test('less than a year has no CAGR', () => {
  const calls = Array.from({ length: 12 }, (_, n) => call('2026-01-05', `2026-02-${10 + n}`, 3));
  expect(certificateOf(calls).figures).toMatchObject({ cagr: null, capital: 120_000_000 });
});
