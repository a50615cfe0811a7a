import { describe, expect, test } from 'vitest';
import { type Rng, rng } from '../market/rng.ts';
import { computedApart, type ExportedCall } from './independent.testing.ts';
import { hitInterval, type JudgedCall } from './judged-record.ts';
import { judgedRecord } from './whole-records.testing.ts';

const DAY = 86_400_000;
const asOf = new Date('2026-11-19T10:00:00.000Z');
/** A Buy from 100 with stop 95 and target 110; its follower made 0.1 % less. */
const call = (exit: number, change: Partial<JudgedCall> = {}, exitTs = asOf.getTime() - 10 * DAY): JudgedCall => ({
  call_type: 'Buy',
  term: 'shortTerm',
  status: exit >= 110 ? 'target_hit' : exit <= 95 ? 'sl_hit' : 'expired',
  entry: { price: 100, ts: exitTs - 5 * DAY },
  exit: { price: exit, ts: exitTs },
  target: 110,
  initial_stop: 95,
  realised_return: exit - 100,
  r_multiple: (exit - 100) / 5,
  alpha: null,
  sector: 'IT',
  cap: 'large',
  ended_at: exitTs,
  follower_return: exit - 100.1,
  ...change,
});
const never = (status: 'lapsed' | 'cancelled' | 'unjudged') =>
  call(100, { status, entry: null, exit: null, realised_return: null, r_multiple: null, follower_return: null });
/** Four targets, five stops (one with a gap) and one expiry with a gain below costs. */
const ten = [110, 95, 110, 95, 93, 95, 110, 95, 110, 100.2].map((exit) => call(exit));

describe('hit interval: bounds found by bisecting the score test in another program', () => {
  test.each([
    [4, 10, 16.818, 68.7326],
    [0, 10, 0, 27.7533],
    [10, 10, 72.2467, 100],
    [50, 100, 40.3832, 59.6168],
    [3, 7, 15.822, 74.9542],
    [400, 1000, 37.0075, 43.0691],
  ])('%i of %i', (hits, n, low, high) => {
    expect(hitInterval(hits, n)).toEqual({ low, high });
  });
});

test('the period of a record is India’s, also after midnight', () => {
  const { from, to } = judgedRecord([], '1M', new Date('2026-11-18T20:00:00.000Z'));
  expect([from, to]).toEqual(['2026-10-19', '2026-11-19']);
});

describe('an expert’s record worked by hand', () => {
  const record = judgedRecord(
    [...ten, never('lapsed'), never('cancelled'), never('unjudged'), call(101, { call_type: 'Hold', realised_return: null, r_multiple: null })],
    '1M',
    asOf,
  );
  test('counts and period stand with the figures; lapsed, cancelled, not judgeable and Hold have no result', () => {
    expect(record).toMatchObject({
      n: 10,
      hits: 4,
      misses: 6,
      too_few: false,
      lapsed: 1,
      cancelled: 1,
      unjudged: 1,
      held: 1,
      from: '2026-10-19',
      to: '2026-11-19',
    });
  });
  test('rate with its interval, beside the driftless one: ten times 5 / 15, less the 5.2 / 15 at which the last one ended without a gain', () => {
    expect(record.hit_rate).toEqual({ value: 40, low: 16.818, high: 68.7326 });
    expect(record.driftless_rate).toBe(29.8667);
  });
  test('for a follower, who had 0.1 less, after costs of 0.25: gains of 9.65; losses 4 × 5.35 + 7.35 + 0.15 over six', () => {
    expect([record.gain, record.loss]).toEqual([
      { n: 4, value: 9.65 },
      { n: 6, value: -4.8167 },
    ]);
  });
  test('a call that gained on record and lost for a follower counts as its row and its dot show it: lost', () => {
    const slight = judgedRecord([...ten.slice(0, 9), call(100.3)], '1M', asOf);
    expect(slight).toMatchObject({ n: 10, hits: 4, misses: 6 });
    expect(judgedRecord([...ten.slice(0, 9), call(100.3, { follower_return: null })], '1M', asOf)).toMatchObject({ hits: 5, misses: 5 });
    // Above the middle lie as many as have gained.
    expect(slight.median).toBeLessThan(0);
  });
  test('by chance 2.99 of them gain, give or take two deviations of 1.49: four can’t be told from luck', () => {
    expect(record.luck).toEqual({ low: 1, high: 5, expected: 2.9867, verdict: 'luck' });
  });
  test('the middle, the ends, and the deepest fall: after +2 −1 +2 it is −1 −1.4 −1', () => {
    expect(record.average).toBe(1.32);
    // After costs as a follower has them: 0.1 less on the way and 0.25 of costs each.
    expect([record.made, record.median, record.best, record.worst]).toEqual([0.97, -2.75, 9.65, -7.35]);
    expect(record.fall).toEqual({ r: 3.4, calls: 3, month: '2026-11' });
  });
  test('what a follower made stands beside the headline of the same calls, and not below ten of them', () => {
    expect(record.follower).toEqual({ n: 10, headline: 1.32, return: 1.22, net: 0.97 });
    const nine = judgedRecord([...ten.slice(1), call(110, { follower_return: null })], 'ALL', asOf);
    expect(nine.follower).toEqual({ n: 9, headline: null, return: null, net: null });
    expect(nine.hit_rate?.value).toBe(40);
    // The one whose follower is not known counts with its own prices: 10 − 0.25 in place of 9.65.
    expect([nine.made, nine.best]).toEqual([0.98, 9.75]);
  });
});

test('below ten calls no rate and no average is given, only counts', () => {
  expect(judgedRecord(ten.slice(1), 'ALL', asOf)).toMatchObject({
    n: 9,
    hits: 3,
    misses: 6,
    too_few: true,
    hit_rate: null,
    driftless_rate: null,
    gain: { n: 3, value: null },
    loss: { n: 6, value: null },
    from: null,
    luck: null,
    average: null,
    made: null,
    fall: null,
  });
  expect(judgedRecord([], '1Y', asOf)).toMatchObject({ n: 0, too_few: true, hit_rate: null, splits: { term: [], month: [] } });
});

test('a period begins with its first IST day and knows nothing that ended after its instant', () => {
  const midnight = Date.parse('2026-10-18T18:30:00.000Z');
  const at = (instant: number) => judgedRecord([call(110, {}, instant)], '1M', asOf).n;
  expect([midnight - 1, midnight, asOf.getTime(), asOf.getTime() + 1].map(at)).toEqual([0, 1, 1, 0]);
});

test('a record far from chance is told from luck, to either side', () => {
  const many = (exits: readonly number[]) =>
    judgedRecord(
      exits.flatMap((exit) => Array.from({ length: 10 }, () => call(exit))),
      'ALL',
      asOf,
    ).luck;
  expect(many([110, 110, 110])).toMatchObject({ verdict: 'better' });
  expect(many([95, 95, 95])).toMatchObject({ verdict: 'worse' });
  expect(many([110, 95, 95])).toMatchObject({ verdict: 'luck', expected: 10 });
});

/** The same as anybody can export it. */
const exported = ({ call_type, term, status, sector, cap, entry, exit, target, initial_stop, moved, ended_at }: JudgedCall): ExportedCall => ({
  ...{ call_type, term, status, sector, cap, target, initial_stop },
  ...(moved && { moved: moved.map(({ ts, stop, price }) => ({ at: new Date(ts).toISOString(), stop, price })) }),
  ...{
    entry: entry?.price ?? null,
    entry_at: entry && new Date(entry.ts).toISOString(),
    exit: exit?.price ?? null,
    ended_at: new Date(ended_at).toISOString(),
  },
  ...{ entry_index: null, exit_index: null, follower_entry: null, follower_exit: null },
});

test('answer, averages and ₹1,00,000 are what another program finds from prices, levels and the index alone', () => {
  const chance = rng(11);
  const paise = (value: number): number => Math.round(100 * value) / 100;
  const some = Array.from({ length: 400 }, (_, at) => {
    const call_type = chance.next() < 0.4 ? 'Sell' : 'Buy';
    const way = call_type === 'Sell' ? -1 : 1;
    const entry = paise(90 + 40 * chance.next());
    const made = 24 * (chance.next() - 0.5);
    const price = paise(entry * (1 + (way * made) / 100));
    const [paid, got] = [paise(entry * (1 + 0.001 * chance.next())), paise(price * (1 - 0.001 * chance.next()))];
    const [from, to] = [24_000, 24_000 * (1 + 0.06 * (chance.next() - 0.5))].map(paise) as [number, number];
    const gross = (way * 100 * (price - entry)) / entry;
    const ts = asOf.getTime() - (1 + at / 20) * DAY;
    const row = call(price, {
      call_type,
      term: chance.next() < 0.3 ? 'intraday' : 'shortTerm',
      status: 'expired',
      entry: { price: entry, ts: ts - DAY },
      target: paise(entry * (1 + way * 0.15)),
      initial_stop: paise(entry * (1 - way * 0.15)),
      realised_return: Math.round(gross * 10_000) / 10_000,
      r_multiple: gross / 15,
      alpha: Math.round((gross - way * 100 * (to / from - 1)) * 10_000) / 10_000,
      ...{ ended_at: ts, exit: { price, ts }, follower_return: (way * 100 * (got - paid)) / paid },
    });
    return { row, told: { ...exported(row), entry_index: from, exit_index: to, follower_entry: paid, follower_exit: got } };
  });
  for (const n of [9, 10, 37, 400]) {
    const [apart] = computedApart([{ today: '2026-11-19', period: 'ALL', calls: some.slice(0, n).map(({ told }) => told) }]);
    const record = judgedRecord(
      some.slice(0, n).map(({ row }) => row),
      'ALL',
      asOf,
    );
    const { lakh, luck, hits, average, made, worst, follower } = record;
    const near = (ours: number | null | undefined, theirs: unknown, by: number) =>
      ours === null || ours === undefined ? expect(theirs ?? null).toBeNull() : expect(Math.abs(ours - Number(theirs))).toBeLessThan(by);
    expect(hits).toBe(Number(apart!.hits));
    near(average, apart!.average, 0.0001);
    near(made, apart!.made, 0.0001);
    near(worst, apart!.worst, 0.0001);
    near(follower.net, apart!.follower_net, 0.0001);
    near(lakh?.follower, apart!.lakh_follower, 1);
    near(lakh?.index, apart!.lakh_index, 1);
    expect([lakh?.n ?? null, lakh?.sells ?? null]).toEqual([apart!.lakh_n ?? null, apart!.lakh_sells ?? null]);
    expect(luck && [luck.low, luck.high]).toEqual(luck && [Math.ceil(Number(apart!.luck_low) - 1e-6), Math.floor(Number(apart!.luck_high) + 1e-6)]);
    // The figures on the page agree among themselves: the lakh is the follower's average, in rupees.
    if (lakh) expect(Math.abs(lakh.follower - 100_000 * (1 + follower.net! / 100))).toBeLessThan(1);
  }
});

test.each([
  ['a Buy that opened ₹0.04 below its stop', { call_type: 'Buy', status: 'sl_hit', entry: 94.96, exit: 94.94, stop: 95, r: -0.5, result: -0.0211 }],
  ['a Sell that opened ₹0.04 above its stop', { call_type: 'Sell', status: 'sl_hit', entry: 105.04, exit: 105.06, stop: 105, r: -0.5, result: -0.019 }],
  ['one that came back and reached its target', { call_type: 'Buy', status: 'target_hit', entry: 94.96, exit: 110, stop: 95, r: 376, result: 15.8383 }],
] as const)('%s says nothing of what is earned for the risk: it had none', (_, { call_type, status, entry, exit, stop, r, result }) => {
  const ts = asOf.getTime() - 10 * DAY;
  const change = {
    call_type,
    status,
    entry: { price: entry, ts: ts - DAY },
    initial_stop: stop,
    r_multiple: r,
    realised_return: result,
    target: call_type === 'Sell' ? 90 : 110,
  };
  const beyond = call(exit, change);
  for (const [exits, verdict] of [
    [Array.from({ length: 20 }, () => 110), 'better'],
    [[...Array.from({ length: 20 }, () => 110), 80], 'often'],
  ] as const) {
    // The one at 80 jumped over a stop-loss that was near: 400 times its risk.
    const calls = [...exits.map((each) => call(each, each === 110 ? {} : { initial_stop: 99.95, r_multiple: -400 })), beyond];
    expect(judgedRecord(calls, 'ALL', asOf).luck?.verdict).toBe(verdict);
    expect(computedApart([{ today: '2026-11-19', period: 'ALL', calls: calls.map(exported) }])[0]!.verdict).toBe(verdict);
  }
});

describe('₹1,00,000 in equal parts over the calls', () => {
  const exits = [110, 95, 110, 95, 93, 95, 110, 95, 110, 100.2];
  /** While each call ran, the index rose 1 %. */
  const measured = exits.map((exit) => call(exit, { alpha: exit - 100 - 1 }));
  const lakhOf = (calls: readonly JudgedCall[]) => judgedRecord(calls, '1M', asOf).lakh;
  /** A Sell that fell 5 %, and so made 5 %, while the index rose 1 %. */
  const sell = call(95, {
    call_type: 'Sell',
    status: 'target_hit',
    target: 95,
    initial_stop: 105,
    realised_return: 5,
    r_multiple: 1,
    alpha: 6,
    follower_return: 4.9,
  });

  test('a follower had 1.22 % of each less 0.25 % of costs; the index made 1 % in the same time', () => {
    expect(lakhOf(measured)).toEqual({ n: 10, sells: 0, follower: 100_970, index: 101_000 });
  });
  test('a Sell within one day, which everybody can make, is not told apart', () => {
    expect(lakhOf([...measured, { ...sell, term: 'intraday' }])).toMatchObject({ n: 11, sells: 0 });
  });
  test('for a Sell the index is bought too, and it is said how many there are', () => {
    const lakh = lakhOf([...measured.slice(1), sell])!;
    expect(lakh).toMatchObject({ n: 10, sells: 1, index: 101_000 });
    // Instead of 9.9 less 0.25, 4.9 less 0.25, of a tenth.
    expect(lakh.follower).toBe(100_970 - 500);
  });
  test.each([
    ['whose follower is not known', { follower_return: null, alpha: 1 }],
    ['whose index is not known', { alpha: null }],
  ])('a call %s is in neither figure', (_which, change) => {
    expect(lakhOf([...measured, call(95, change)])).toEqual({ n: 10, sells: 0, follower: 100_970, index: 101_000 });
  });
  test('of fewer than ten nothing is said', () => expect(lakhOf(measured.slice(1))).toBeNull());
});

/** Exit of a call at 100 on a price without direction, in steps of 0.25, stop 92 and target 108; `leave` may end it before, or move the stop. */
function walked(chance: Rng, leave: (price: number, best: number) => number | null): number {
  let [price, best] = [100, 100];
  for (;;) {
    price += chance.next() < 0.5 ? 0.25 : -0.25;
    best = Math.max(best, price);
    const stop = leave(price, best);
    if (price >= 108 || price <= 92 || (stop !== null && price <= stop)) return price;
    if (stop === Number.POSITIVE_INFINITY) return price;
  }
}
test.each([
  ['who never intervenes', () => null],
  ['who leaves at the first half per cent', (price: number) => (price >= 100.5 ? Number.POSITIVE_INFINITY : null)],
  ['who moves the stop above the entry once one per cent is made', (_price: number, best: number) => (best >= 101 ? 100.5 : null)],
] as const)('on a price without direction, an author %s is hardly ever told to be better than luck', (_who, leave) => {
  const chance = rng(7);
  const verdicts = Array.from({ length: 200 }, () => {
    const calls = Array.from({ length: 30 }, () => {
      const exit = walked(chance, leave);
      const status = exit >= 108 ? 'target_hit' : exit <= 92 ? 'sl_hit' : 'exited';
      return call(exit, { target: 108, initial_stop: 92, status, r_multiple: (exit - 100) / 8 });
    });
    return judgedRecord(calls, 'ALL', asOf).luck?.verdict;
  });
  expect(verdicts.filter((verdict) => verdict === 'better').length).toBeLessThanOrEqual(8);
});

test('where the whole record is too few to sum up, so are its parts', () => {
  const { too_few, splits } = judgedRecord(ten.slice(0, 9), 'ALL', asOf);
  expect([too_few, splits.term.map(({ n, average, hit_rate }) => [n, average, hit_rate])]).toEqual([true, [[9, null, null]]]);
});

test('splits by term and type show rates from five calls on, and their counts add up to the whole', () => {
  const mixed = ten.map((one, index): JudgedCall => ({ ...one, term: index < 5 ? 'mediumTerm' : 'shortTerm', call_type: index < 4 ? 'Sell' : 'Buy' }));
  const record = judgedRecord(mixed, 'ALL', asOf);
  expect(record.splits.term.map(({ of, n, hits, too_few, hit_rate }) => [of, n, hits, too_few, hit_rate?.value])).toEqual([
    ['mediumTerm', 5, 2, false, 40],
    ['shortTerm', 5, 2, false, 40],
  ]);
  expect(record.splits.call_type.map(({ of, n, too_few, hit_rate }) => [of, n, too_few, hit_rate?.value])).toEqual([
    ['Buy', 6, false, 33.3333],
    ['Sell', 4, true, undefined],
  ]);
  const { splits } = judgedRecord(
    mixed.map((one, index): JudgedCall => ({ ...one, sector: index % 2 ? 'IT' : 'Banks', cap: index < 3 ? 'small' : index < 9 ? 'mid' : null })),
    'ALL',
    asOf,
  );
  for (const parts of Object.values(splits)) expect(parts.reduce((sum, { n }) => sum + n, 0)).toBe(10);
  expect(splits.cap.map(({ of, n }) => [of, n])).toEqual([
    ['mid', 6],
    ['small', 3],
    ['unknown', 1],
  ]);
  expect(splits.month.map(({ of }) => of)).toEqual(['2026-11']);
});
