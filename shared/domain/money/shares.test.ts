import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlanName } from '../../contract/identity/types.ts';
import { bookMonth, boundsOf, nextMonth } from './book-month.ts';
import { type Paper, rateOf, type Shared, type ShareTerm, shareLines, shareOf, statementOf } from './shares.ts';

test.each([
  // 422.88 × 30 % is 126.864.
  [422_88, 3000, 126_86],
  // 168.64 × 12.5 % is 21.08.
  [168_64, 1250, 21_08],
  // Half a paisa goes up: 0.01 × 50 %.
  [1, 5000, 1],
  [3, 5000, 2],
  [1, 4999, 0],
  [846_61, 0, 0],
  [846_61, 10_000, 846_61],
  // No fraction is lost on the way: 1,51,000.00 × 33.33 % is 50,328.30.
  [1_51_000_00, 3333, 50_328_30],
])('of %i paise %i basis points are %i', (taxable, basis_points, share) => expect(shareOf(taxable, basis_points)).toBe(share));

const term = (plan: ShareTerm['plan'], from_month: string, basis_points: number, approved = '2026-01-01'): ShareTerm => ({
  ...{ plan, from_month, basis_points },
  approved_at: new Date(approved),
});
const TERMS = [
  ...[term('', '2026-04', 2000), term('', '2026-10', 2500), term('Pro', '2026-06', 3000)],
  ...[term('', '2027-01', 1000, '2026-12-01'), term('', '2027-01', 1500, '2026-12-20')],
];
test.each<[string, PlanName, string, number]>([
  ['before the contract', 'Premium', '2026-03', 0],
  ['from its month on', 'Premium', '2026-04', 2000],
  ['to the month before a change', 'Premium', '2026-09', 2000],
  ['changed in mid-year', 'Premium', '2026-10', 2500],
  ['a plan without a term of its own yet', 'Pro', '2026-05', 2000],
  ['a plan with a term of its own', 'Pro', '2026-06', 3000],
  ['which stands before a later one for all', 'Pro', '2026-12', 3000],
  ['of two for one month that which was approved last', 'Lite', '2027-01', 1500],
  ['Publisher has none by a term for all', 'Publisher', '2026-12', 0],
])('%s: %s in %s', (_what, plan, month, rate) => expect(rateOf(TERMS, plan, month)).toBe(rate));
test('Publisher has one by a term that names it', () => expect(rateOf([...TERMS, term('Publisher', '2026-11', 500)], 'Publisher', '2026-12')).toBe(500));

const paper = (number: string, taxable: number, about = ''): Paper => ({ number, kind: about ? 'credit_note' : 'invoice', about, plan: 'Premium', taxable });

test('a month by hand: invoices net of what was taken back, and the parts of one invoice leave nothing behind', () => {
  // 100.01 at 33.33 % is 33.333333, so 33.33. Of 50.00 left 16.665, so 16.67; of 0.01 left 0.
  const lines = shareLines([paper('c1', 50_01, 'i1'), paper('i1', 100_01), paper('c2', 49_99, 'i1'), paper('c3', 1, 'i1')], () => 3333, new Map());
  expect(lines.map(({ number, taxable, share }) => [number, taxable, share])).toEqual([
    ['i1', 100_01, 33_33],
    ['c1', -50_01, -16_66],
    ['c2', -49_99, -16_67],
    ['c3', -1, 0],
  ]);
  expect(statementOf(0, lines)).toEqual({ net: 0, share: 0, payable: 0, carried: 0 });
});

test('a refund three months later takes back at the rate of its invoice, whatever holds by then; what is below zero is carried', () => {
  const earlier = new Map<string, Shared>([['i1', { basis_points: 2000, left: 846_61 }]]);
  // 846.61 at 20 % was 169.32; of 400.00 left it is 80.00. At 30 % a new invoice of 168.64 gives 50.59.
  const lines = shareLines([paper('i9', 168_64), paper('c1', 446_61, 'i1')], () => 3000, earlier);
  expect(lines.map(({ basis_points, share }) => [basis_points, share])).toEqual([
    [3000, 50_59],
    [2000, -89_32],
  ]);
  expect(statementOf(0, lines)).toEqual({ net: -277_97, share: -38_73, payable: 0, carried: -38_73 });
  expect(statementOf(-38_73, [])).toEqual({ net: 0, share: 0, payable: 0, carried: -38_73 });
  expect(
    statementOf(
      -38_73,
      shareLines([paper('i10', 422_88)], () => 3000, new Map()),
    ),
  ).toMatchObject({ share: 126_86, payable: 88_13, carried: 0 });
});

test('what takes back an invoice that was never shared takes nothing', () =>
  expect(shareLines([paper('c1', 100_00, 'old')], () => 3000, new Map())).toMatchObject([{ basis_points: 0, taxable: -100_00, share: 0 }]));

test('over all months the shares are those of what is left of each fee, half a paisa an invoice at most', () => {
  const PLANS = ['Lite', 'Premium', 'Pro', 'Publisher'] as const;
  const MONTHS = 12;
  const rates = fc.array(fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 4, maxLength: 4 }), { minLength: MONTHS, maxLength: MONTHS });
  const invoice = fc.record({ month: fc.nat(MONTHS - 1), plan: fc.nat(3), taxable: fc.integer({ min: 1, max: 15_000_000 }) });
  const note = fc.record({ of: fc.nat(19), later: fc.nat(6), permille: fc.integer({ min: 1, max: 1000 }) });
  const year = fc.record({ rates, invoices: fc.array(invoice, { minLength: 1, maxLength: 20 }), notes: fc.array(note, { maxLength: 40 }) });
  fc.assert(
    fc.property(year, (given) => {
      const bought = given.invoices.map(({ month, plan, taxable }) => ({ month, plan, left: taxable, last: month }));
      const papers = given.invoices.map(({ month, plan, taxable }, at) => ({ month, paper: { ...paper(`i${at}`, taxable), plan: PLANS[plan]! } }));
      for (const [at, { of, later, permille }] of given.notes.entries()) {
        const one = bought[of % bought.length]!;
        const taken = Math.ceil((one.left * permille) / 1000);
        if (taken === 0) continue;
        one.left -= taken;
        one.last = Math.min(MONTHS - 1, one.last + later);
        papers.push({ month: one.last, paper: { ...paper(`c${at}`, taken, `i${of % bought.length}`), plan: PLANS[one.plan]! } });
      }
      const known = new Map<string, Shared>();
      let [opening, paid, shares] = [0, 0, 0];
      for (let month = 0; month < MONTHS; month += 1) {
        const own = papers.filter((one) => one.month === month).map((one) => one.paper);
        const lines = shareLines(own, (plan) => given.rates[month]![PLANS.indexOf(plan)]!, known);
        for (const { number, about, basis_points, taxable } of lines)
          known.set(about || number, { basis_points, left: (known.get(about)?.left ?? 0) + taxable });
        const { share, payable, carried } = statementOf(opening, lines);
        expect(payable + carried).toBe(opening + share);
        expect(payable === 0 || carried === 0).toBe(true);
        [opening, paid, shares] = [carried, paid + payable, shares + share];
      }
      expect(paid + opening).toBe(shares);
      const rate = ({ month, plan }: (typeof bought)[number]): number => given.rates[month]![plan]!;
      expect(shares).toBe(bought.reduce((sum, one) => sum + shareOf(one.left, rate(one)), 0));
      const exact = bought.reduce((sum, one) => sum + (one.left * rate(one)) / 10_000, 0);
      expect(Math.abs(shares - exact)).toBeLessThanOrEqual(bought.length / 2 + 1e-6);
    }),
  );
});

test('months are India’s', () => {
  expect(bookMonth(new Date('2027-03-31T18:29:59Z'))).toBe('2027-03');
  expect(bookMonth(new Date('2027-03-31T18:30:00Z'))).toBe('2027-04');
  expect([nextMonth('2026-11'), nextMonth('2026-12')]).toEqual(['2026-12', '2027-01']);
  expect(boundsOf('2026-12')).toEqual([new Date('2026-11-30T18:30:00Z'), new Date('2026-12-31T18:30:00Z')]);
});
