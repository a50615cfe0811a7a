import fc from 'fast-check';
import { expect, test } from 'vitest';
import { judgedRecord, metricsOf } from '../../performance/whole-records.testing.ts';
import { netReturn } from './costs.ts';
import { exactNet, gainsAt, grossReturn, riskMultiple } from './exact-result.ts';
import { realisedReturn, rMultiple } from './levels.ts';

const price = fc.integer({ min: 2000, max: 500_000 }).map((paise) => paise / 100);
const trip = fc.record({
  call_type: fc.constantFrom('Buy' as const, 'Sell' as const),
  term: fc.constantFrom('intraday' as const, 'shortTerm' as const),
  entry: fc.record({ price }),
  exit: fc.record({ price }),
  initial_stop: price,
});

test('one call: the same as is on record, before it is rounded', () => {
  fc.assert(
    fc.property(trip, (one) => {
      expect(Math.abs(grossReturn(one) - realisedReturn(one.call_type, one.entry.price, one.exit.price)!)).toBeLessThanOrEqual(0.00005 + 1e-9);
      if (one.entry.price !== one.initial_stop)
        expect(Math.abs(riskMultiple(one) - rMultiple(one.call_type, one.entry.price, one.exit.price, one.initial_stop)!)).toBeLessThanOrEqual(0.00005 + 1e-9);
      const realised_return = realisedReturn(one.call_type, one.entry.price, one.exit.price)!;
      expect(gainsAt(one, one.exit.price)).toBe(netReturn({ realised_return, term: one.term }) > 0);
    }),
  );
});

test.each([
  [100, 100.25, false],
  [100, 100.26, true],
  // 0.25004 % is on record as 0.25 %, which are the costs.
  [2499.6, 2505.85, false],
  [2499.5, 2505.75, true],
])('from %f to %f after costs of 0.25 %%: a gain is %s', (from, to, gain) => {
  expect(gainsAt({ call_type: 'Buy', term: 'shortTerm', entry: { price: from } }, to)).toBe(gain);
});

/** Exact fractions. */
type Fraction = readonly [over: bigint, under: bigint];
const plus = ([a, b]: Fraction, [c, d]: Fraction): Fraction => [a * d + c * b, b * d];
const paise = (amount: number): bigint => BigInt(Math.round(amount * 100));
/** A fraction rounded once to four decimals, half away from zero, and whether it is so near a half that binary numbers can't tell. */
function rounded([over, under]: Fraction): { value: number; half: boolean } {
  const sign = over < 0n !== under < 0n ? -1 : 1;
  const [a, b] = [over < 0n ? -over : over, under < 0n ? -under : under];
  const digits = (20_000n * a + b) / (2n * b);
  const past = (10_000n * 1_000_000n * a) / b - (digits - 1n) * 1_000_000n;
  return { value: (sign * Number(digits)) / 10_000 + 0, half: past >= 499_999n && past <= 500_001n };
}

test('means and sums of a record are rounded once: they are those of exact decimal arithmetic', () => {
  const at = Date.parse('2026-11-10T05:00:00.000Z');
  fc.assert(
    fc.property(fc.array(trip, { minLength: 10, maxLength: 60 }), (trips) => {
      const calls = trips
        .filter(({ entry, initial_stop }) => entry.price !== initial_stop)
        .map((one, index) => ({
          ...one,
          entry: { ...one.entry, ts: at + index },
          exit: { ...one.exit, ts: at + 1000 + index },
          status: 'expired' as const,
          target: one.entry.price * 1.1,
          realised_return: realisedReturn(one.call_type, one.entry.price, one.exit.price),
          r_multiple: rMultiple(one.call_type, one.entry.price, one.exit.price, one.initial_stop),
          alpha: null,
          sector: '',
          cap: 'large' as const,
          ended_at: at + 1000 + index,
          follower_return: null,
        }));
      if (calls.length < 10) return;
      const gross = (one: (typeof calls)[number]): Fraction => {
        const gain = paise(one.exit.price) - paise(one.entry.price);
        return [100n * (one.call_type === 'Sell' ? -gain : gain), paise(one.entry.price)];
      };
      const multiple = (one: (typeof calls)[number]): Fraction => {
        const risk = paise(one.entry.price) - paise(one.initial_stop);
        return [gross(one)[0], 100n * (risk < 0n ? -risk : risk)];
      };
      const mean = (values: readonly Fraction[]): Fraction => {
        const [over, under] = values.reduce(plus, [0n, 1n]);
        return [over, under * BigInt(values.length)];
      };
      const same = (ours: number | null, values: readonly Fraction[]): void => {
        const { value, half } = rounded(mean(values));
        if (!half) expect(ours).toBe(value);
      };
      const metrics = metricsOf(calls, null);
      const record = judgedRecord(calls, 'ALL', new Date(at + 86_400_000));
      same(metrics.avg_return, calls.map(gross));
      same(metrics.expectancy_r, calls.map(multiple));
      same(record.average, calls.map(gross));
      const net = (one: (typeof calls)[number]): Fraction => plus(gross(one), one.term === 'intraday' ? [-8n, 100n] : [-25n, 100n]);
      const gained = calls.filter((one) => gainsAt(one, one.exit.price));
      if (gained.length > 0) same(record.gain.value, gained.map(net));
      expect(Math.abs(exactNet(calls[0]!) - (grossReturn(calls[0]!) - (calls[0]!.term === 'intraday' ? 0.08 : 0.25)))).toBeLessThan(1e-12);
    }),
    { numRuns: 60 },
  );
});
