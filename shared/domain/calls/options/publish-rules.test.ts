import { describe, expect, test } from 'vitest';
import type { DraftLeg, OptionDraft } from '../../../contract/calls/options/types.ts';
import { isBroken, publishable } from '../publishing/rule-result.ts';
import { type ContractFacts, OPTION_LIMITS, type OptionContext } from './publish-context.ts';
import { checkOptionDraft } from './publish-rules.ts';
import { structureOf } from './structure.ts';

const EXPIRY = '2026-11-23';
/** As sentences tell it. */
const DAY = '23 Nov 2026';
const leg = (change: Partial<DraftLeg> = {}): DraftLeg => ({
  underlying: 'NIFTY',
  side: 'buy',
  type: 'CE',
  strike: 24_000,
  expiry: EXPIRY,
  lots: 1,
  entry: 220,
  ...change,
});
const sold = leg({ side: 'sell', strike: 24_200, entry: 100 });
const DRAFT: OptionDraft = {
  underlying: 'NIFTY',
  outlook: 'bullish',
  legs: [leg(), sold],
  net_limit: null,
  target: { basis: 'pnl', value: 4000 },
  stop: { basis: 'pnl', value: -3500 },
  valid_till: EXPIRY,
  caution: '',
  base_rate_read: true,
  rationale: {
    thesis: 'The index holds above its twenty-day average while volatility falls, and dealers are short calls above. '.repeat(2),
    trigger: 'A close above yesterday’s high on rising breadth, the second in a week.',
    risks: 'A gap below the average overnight ends it; time runs against the bought leg.',
    kill_criteria: 'An hourly close below 23,850 proves the idea wrong.',
    method: 'technical',
    sources: [],
    ai_used: 'none',
  },
  disclosures: { holds: false, over1pct: false, compensation_12m: false, market_maker: false, officer: false, other: '', attest_30_5: true },
};
const BOOK: ContractFacts = { bid: 99.5, ask: 100.5, oi: 65_000, ofExpiry: 2_000_000 };
const around = (price: number): ContractFacts => ({ ...BOOK, bid: price - 0.5, ask: price + 0.5 });
const contract = (each: DraftLeg): ContractFacts | null => (each.strike % 50 === 0 ? around(each.strike === 24_200 ? 100 : each.entry) : null);

const figuresOf = (draft: OptionDraft): OptionContext['figures'] =>
  draft.legs.length > 0 && draft.legs.every(({ lots }) => Number.isInteger(lots) && lots > 0)
    ? structureOf(
        draft.legs.map(({ entry, ...terms }) => ({ ...terms, price: entry, volatility: null, yearsAfter: 0 })),
        { spot: 24_010, isIndex: true, lotSize: 65, forward: 24_040, volatility: 0.14, years: 0.01, rate: 0.065 },
      )
    : null;

const contextFor = (draft: OptionDraft, change: Partial<OptionContext> = {}): OptionContext => ({
  author: { verified: true, publisher: true, registrationValid: true, planSold: true, dealtOn: null },
  underlying: { kind: 'index', status: 'active', lot: 65 },
  expiries: [EXPIRY, '2026-12-01', '2026-12-29'],
  contract,
  spot: 24_010,
  move: 336,
  doubt: null,
  age: 0,
  rate: 0.065,
  figures: figuresOf(draft),
  // The spread earns 20 a point above 24,010 and loses 16 a point below it.
  worthAt: (level) => (level - 24_010) * (level > 24_010 ? 20 : 16),
  phase: 'continuous',
  today: '2026-11-20',
  time: '11:00',
  isTradingDay: (day) => day !== '2026-11-21',
  open: [],
  publishedToday: 0,
  limits: OPTION_LIMITS,
  ...change,
});
const broken = (draft: Partial<OptionDraft>, context: Partial<OptionContext> = {}): [string, string][] => {
  const whole = { ...DRAFT, ...draft };
  return checkOptionDraft(whole, contextFor(whole, context))
    .filter(isBroken)
    .map(({ id, message }) => [id, message]);
};
const naked = leg({ side: 'sell', strike: 24_200, entry: 100 });
const NAKED: Partial<OptionDraft> = { outlook: 'bearish', legs: [naked], target: { basis: 'pnl', value: 3000 }, stop: { basis: 'pnl', value: -3000 } };
const CAUTION = 'The loss has no limit: 500 points against it cost five times what it can earn.';

/** A spread that earns on the way up, with its target below. */
const WRONG_WAY: Partial<OptionDraft> = { target: { basis: 'underlying', value: 23_950 }, stop: { basis: 'underlying', value: 24_100 } };

test('levels on the underlying pass by what the legs would be worth there, to the paisa, and say nothing where they can’t be valued', () => {
  const levels = { target: { basis: 'underlying', value: 24_106 }, stop: { basis: 'underlying', value: 23_890 } } as const;
  expect(broken(levels)).toEqual([]);
  expect(broken({ ...levels, stop: { basis: 'underlying', value: 23_889.99 } }).map(([id]) => id)).toEqual(['OPT-RR']);
  expect(broken(WRONG_WAY).map(([id]) => id)).toEqual(['OPT-EARNS']);
  expect(broken(WRONG_WAY, { worthAt: null, figures: null })).toEqual([]);
});

test('at its limit a draft is let through: the sixth call of a day, the tenth open one, a chain two minutes old', () => {
  const open = Array.from({ length: 9 }, () => ({ stock: 'SBIN', strategy: 'CUSTOM' as const, expiry: EXPIRY }));
  expect(broken({}, { publishedToday: 5, open, age: 120_000 })).toEqual([]);
  expect(OPTION_LIMITS).toMatchObject({ perDay: 6, open: 10, oldest: 120_000 });
});

test('a draft that keeps every rule can be published, and every rule was judged', () => {
  const rules = checkOptionDraft(DRAFT, contextFor(DRAFT));
  expect(rules.filter(({ ok }) => !ok)).toEqual([]);
  expect(publishable(rules)).toBe(true);
  expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
  expect(broken({ ...NAKED, caution: CAUTION })).toEqual([]);
});

test('where the Publisher plan is not sold, its rule names none', () => {
  const author = { verified: true, publisher: false, registrationValid: true, planSold: false, dealtOn: null };
  const said = checkOptionDraft(DRAFT, { ...contextFor(DRAFT), author }).find(({ id }) => id === 'OPT-AUTHOR');
  expect(said).toMatchObject({ ok: false, label: 'Verified author who may publish here' });
});

const wide = { contract: () => ({ ...BOOK, bid: 90, ask: 110.05 }) };
describe('each mistake has its code and one sentence', () => {
  test.each<[string, string, Partial<OptionDraft>, Partial<OptionContext>?]>([
    [
      'OPT-AUTHOR',
      'Only verified experts can publish.',
      {},
      { author: { verified: false, publisher: true, registrationValid: true, planSold: true, dealtOn: null } },
    ],
    [
      'OPT-AUTHOR',
      'Your registration is not valid today.',
      {},
      { author: { verified: true, publisher: true, registrationValid: false, planSold: true, dealtOn: null } },
    ],
    [
      'OPT-AUTHOR',
      'Publishing needs a Publisher plan or a grant of your partner.',
      {},
      { author: { verified: true, publisher: false, registrationValid: true, planSold: true, dealtOn: null } },
    ],
    [
      'OPT-AUTHOR',
      'Publishing needs a grant of your partner.',
      {},
      { author: { verified: true, publisher: false, registrationValid: true, planSold: false, dealtOn: null } },
    ],
    ['OPT-UNDERLYING', 'No options are listed on NIFTY.', {}, { underlying: null, expiries: [] }],
    ['OPT-UNDERLYING', 'Trading in NIFTY is suspended.', {}, { underlying: { kind: 'index', status: 'suspended', lot: 65 } }],
    [
      'OPT-DOUBT',
      'NIFTY opened at ₹400.00 after a close of ₹800.00, and no corporate action on file says why. Calls on it can be published once it is known, or after the close.',
      {},
      { doubt: { cause: 'price_step', day: '2026-11-20', before: 800, opened: 400 } },
    ],
    ['OPT-BAN', 'NIFTY is under the F&O ban today, which allows no new positions.', {}, { underlying: { kind: 'stock', status: 'ban', lot: 65 } }],
    ['OPT-LEGS', 'A call needs at least one leg.', { legs: [] }],
    ['OPT-LEGS', 'A call has at most 4 legs; this one has 5.', { legs: [24_000, 24_050, 24_100, 24_150, 24_300].map((strike) => leg({ strike, entry: 100 })) }],
    ['OPT-ONE-UNDERLYING', 'The leg on BANKNIFTY does not belong to a call on NIFTY.', { legs: [leg(), leg({ underlying: 'BANKNIFTY', strike: 24_050 })] }],
    ['OPT-LOTS', `The 24,000 call of ${DAY} has 0 lots; a whole number from 1 to 100 is needed.`, { legs: [leg({ lots: 0 })] }],
    ['OPT-LOTS', `The 24,000 call of ${DAY} has 1.5 lots; a whole number from 1 to 100 is needed.`, { legs: [leg({ lots: 1.5 })] }],
    ['OPT-LOTS', `The 24,000 call of ${DAY} has -1 lots; a whole number from 1 to 100 is needed.`, { legs: [leg({ lots: -1 })] }],
    ['OPT-TWICE', `The 24,000 call of ${DAY} is in two legs; put its lots into one.`, { legs: [leg(), leg()] }],
    ['OPT-EXPIRY', 'The 24,000 call of 17 Nov 2026 has expired.', { legs: [leg({ expiry: '2026-11-17' })], valid_till: '2026-11-20' }],
    ['OPT-EXPIRY', 'No contract of NIFTY expires on 24 Nov 2026.', { legs: [leg({ expiry: '2026-11-24' })] }],
    ['OPT-STRIKE', `The strike 24,010 is not listed for ${DAY}.`, { legs: [leg({ strike: 24_010 })] }],
    ['OPT-STRIKE', `No future of NIFTY is quoted for ${DAY}.`, { legs: [leg({ type: 'FUT', strike: 0, entry: 24_050 })] }, { contract: () => null }],
    ['OPT-FEED', 'The option chain is not up to date, so nothing can be published now.', {}, { age: 120_001 }],
    ['OPT-FEED', 'The option chain is not up to date, so nothing can be published now.', {}, { age: null }],
    ['OPT-RATE', 'No interest rate is set, so the probability of profit can’t be computed.', {}, { rate: null }],
    ['OPT-HOURS', 'Option calls can be published from 09:20 to 15:15 IST on trading days.', {}, { time: '09:19' }],
    ['OPT-HOURS', 'Option calls can be published from 09:20 to 15:15 IST on trading days.', {}, { time: '15:15' }],
    ['OPT-HOURS', 'Option calls can be published from 09:20 to 15:15 IST on trading days.', {}, { phase: 'closed' }],
    ['OPT-EXPIRY-DAY', `The 24,000 call of ${DAY} expires today; such calls can be published until 14:00 IST.`, {}, { today: EXPIRY, time: '14:00' }],
    ['OPT-QUOTED', `The 24,000 call of ${DAY} has no bid at the moment.`, {}, { contract: () => ({ ...BOOK, bid: null }), figures: null }],
    ['OPT-QUOTED', `The 24,000 call of ${DAY} has no ask at the moment.`, {}, { contract: () => ({ ...BOOK, ask: null }), figures: null }],
    [
      'OPT-SPREAD',
      `Bid and ask of the 24,000 call of ${DAY} are ₹20.05 apart; at most 10% of the price or ₹2.00 is allowed.`,
      { legs: [leg({ entry: 100 })], target: { basis: 'pnl', value: 4000 } },
      wide,
    ],
    [
      'OPT-INTEREST',
      `The 24,000 call of ${DAY} has an open interest of 499 lots; at least 500 are needed.`,
      { legs: [leg()] },
      { contract: () => ({ ...around(220), oi: 499 * 65 }) },
    ],
    [
      'OPT-PREMIUM',
      `The 24,000 call of ${DAY} costs ₹1.50; at least ₹2.00 is needed.`,
      { legs: [leg({ entry: 1.5 })], target: { basis: 'pnl', value: 90 }, stop: { basis: 'pnl', value: -90 } },
      { contract: () => ({ ...BOOK, bid: 1, ask: 2 }) },
    ],
    [
      'OPT-ENTRY-NEAR',
      `The entry of the 24,000 call of ${DAY} must lie within 5% or ₹5.00 of ₹200.00.`,
      { legs: [leg({ entry: 210.5 })] },
      { contract: () => around(200) },
    ],
    ['OPT-BASIS', 'The target is on profit and the stop-loss on the underlying; both need the same basis.', { stop: { basis: 'underlying', value: 23_900 } }],
    [
      'OPT-ZERO',
      'A level on the premium can’t lie beyond zero: what was paid stays paid, and what was received stays received.',
      { target: { basis: 'premium', value: 180 }, stop: { basis: 'premium', value: -1 } },
    ],
    [
      'OPT-ZERO',
      'The net premium is zero, so levels can’t be set on it.',
      { legs: [leg({ entry: 100 }), sold], target: { basis: 'premium', value: 20 }, stop: { basis: 'premium', value: -20 } },
      { contract: () => around(100) },
    ],
    ['OPT-ZERO', 'A level of the underlying must be above zero.', { target: { basis: 'underlying', value: 24_300 }, stop: { basis: 'underlying', value: 0 } }],
    ['OPT-SIDE', 'The target must be a profit: more than ₹0.', { target: { basis: 'pnl', value: -10 } }],
    ['OPT-SIDE', 'The stop-loss must be a loss: less than ₹0.', { stop: { basis: 'pnl', value: 100 } }],
    [
      'OPT-SIDE',
      'On premium the target must be above the net premium 120.00; what is received counts below zero.',
      { target: { basis: 'premium', value: 100 }, stop: { basis: 'premium', value: 80 } },
    ],
    [
      'OPT-SIDE',
      'On premium the stop-loss must be below the net premium 120.00; what is received counts below zero.',
      { target: { basis: 'premium', value: 180 }, stop: { basis: 'premium', value: 130 } },
    ],
    [
      'OPT-SIDE',
      'Target and stop-loss must lie on different sides of the underlying at 24,010.00.',
      { target: { basis: 'underlying', value: 24_300 }, stop: { basis: 'underlying', value: 24_100 } },
    ],
    ['OPT-RR', 'The target earns ₹3,000.00 and the stop-loss costs ₹3,500.00; the target must be at least as much.', { target: { basis: 'pnl', value: 3000 } }],
    [
      'OPT-RR',
      'With the underlying there now the target would earn about ₹1,800.00 and the stop-loss cost about ₹1,920.00; the target must be at least as much.',
      { target: { basis: 'underlying', value: 24_100 }, stop: { basis: 'underlying', value: 23_890 } },
    ],
    [
      'OPT-OUTLOOK',
      'The outlook is bearish, but at expiry these legs make about +₹5,200.00 two expected moves higher, −₹7,800.00 two lower and −₹7,150.00 where the price is now. Choose the outlook that they pay for, or other legs.',
      { outlook: 'bearish' },
    ],
    [
      'OPT-EARNS',
      'The target earns nothing: with the underlying there now the call would make about −₹960.00. The stop-loss costs nothing: with the underlying there now the call would make about ₹1,800.00.',
      WRONG_WAY,
    ],
    [
      'OPT-EARNS',
      'The stop-loss costs nothing: with the underlying there now the call would make about ₹0.00.',
      { target: { basis: 'underlying', value: 24_100 }, stop: { basis: 'underlying', value: 23_950 } },
      { worthAt: (level) => Math.max(0, level - 24_010) },
    ],
    ['OPT-PAISE', 'The target has a part of a paisa; two decimals are the most.', { target: { basis: 'pnl', value: 4000.005 } }],
    ['OPT-PAISE', 'The stop-loss has a part of a paisa; two decimals are the most.', { stop: { basis: 'pnl', value: -3500.001 } }],
    [
      'OPT-PAISE',
      'The stop-loss has a part of a paisa; two decimals are the most.',
      { target: { basis: 'underlying', value: 24_150 }, stop: { basis: 'underlying', value: 23_950.0001 } },
    ],
    [
      'OPT-STOP-RISK',
      'The stop-loss costs ₹8,000.00, more than the ₹7,800.00 at risk.',
      { legs: [leg(), sold], target: { basis: 'pnl', value: 8000 }, stop: { basis: 'pnl', value: -8000 } },
    ],
    ['OPT-REACH', 'The target earns ₹5,300.00; this structure can earn ₹5,200.00 at most.', { target: { basis: 'pnl', value: 5300 } }],
    ['OPT-NAKED-CAUTION', 'A leg is sold without cover: say in at least 40 characters how large the loss can become, and why it is worth it.', NAKED],
    [
      'OPT-NAKED-STOP',
      'A leg is sold without cover: such a call needs its stop-loss in ₹ of loss.',
      { ...NAKED, caution: CAUTION, target: { basis: 'underlying', value: 23_900 }, stop: { basis: 'underlying', value: 24_150 } },
    ],
    ['OPT-LIMIT', 'The net limit must lie within 10% or ₹5.00 of the net premium 120.00.', { net_limit: 140 }],
    ['OPT-LIMIT', 'The net limit has a part of a paisa; two decimals are the most.', { net_limit: 120.001 }],
    ['OPT-LIMIT', 'The net limit 120.03 is not a multiple of the tick ₹0.05.', { net_limit: 120.03 }],
    ['OPT-LIMIT', 'The net limit −120.03 is not a multiple of the tick ₹0.05.', { net_limit: -120.03 }],
    ['OPT-VALIDITY', `The validity must end by the first expiry, ${DAY}.`, { valid_till: '2026-12-01' }],
    ['OPT-VALIDITY', 'The validity can’t end in the past.', { valid_till: '2026-11-19' }],
    ['OPT-VALIDITY', 'The market is closed on that day; choose a trading day.', { valid_till: '2026-11-21' }],
    [
      'OPT-DUPLICATE',
      `You already have an open call of this kind on NIFTY for ${DAY}.`,
      {},
      { open: [{ stock: 'NIFTY', strategy: 'BULL_CALL', expiry: EXPIRY }] },
    ],
    ['OPT-DAILY-LIMIT', 'You have published 6 option calls today; that is the limit.', {}, { publishedToday: 6 }],
    [
      'OPT-OPEN-LIMIT',
      'You have 10 open option calls; that is the limit.',
      {},
      { open: Array.from({ length: 10 }, () => ({ stock: 'SBIN', strategy: 'CUSTOM' as const, expiry: EXPIRY })) },
    ],
    [
      'OPT-CONCENTRATION',
      `32.50% of the open interest of its expiry lies in the 24,000 call of ${DAY}.`,
      { legs: [leg()] },
      { contract: () => ({ ...around(220), ofExpiry: 200_000 }) },
    ],
    ['OPT-WORDS', 'The text contains a promise of profit that research must not carry.', { caution: 'An assured return, whatever the index does today.' }],
    [
      'OPT-RATIONALE',
      'Write thesis, trigger and risks in words: at least 200 letters and digits together.',
      { rationale: { ...DRAFT.rationale, thesis: '.'.repeat(300), trigger: '…', risks: '—' } },
    ],
    ['OPT-RATIONALE', 'Say in at least 40 characters what would prove this call wrong.', { rationale: { ...DRAFT.rationale, kill_criteria: 'Below 23,850.' } }],
    [
      'OPT-CONFLICTS',
      'Explain the conflicts that you declare in at least 40 characters: what it is, with whom, since when.',
      { disclosures: { ...DRAFT.disclosures, market_maker: true } },
    ],
    ['OPT-BASE-RATE', 'Confirm that you have read how many who trade options lose.', { base_rate_read: false }],
    [
      'OPT-ATTEST',
      'Confirm that you have not dealt in this underlying for 30 days and will not for 5 days.',
      { disclosures: { ...DRAFT.disclosures, attest_30_5: false } },
    ],
  ])('%s: %s', (id, sentence, draft, context) => {
    const found = broken(draft, context);
    expect(found).toContainEqual([id, sentence]);
    expect(found.filter(([other]) => other === id)).toHaveLength(1);
  });

  test('a rule on something that is wrong already waits, so that one mistake is told once', () => {
    expect(broken({ legs: [leg({ lots: 0 })] }).map(([id]) => id)).toEqual(['OPT-LOTS']);
    expect(broken({ stop: { basis: 'underlying', value: 23_900 } }).map(([id]) => id)).toEqual(['OPT-BASIS']);
    expect(broken({ legs: [leg({ strike: 24_010 })] }).map(([id]) => id)).toEqual(['OPT-STRIKE']);
  });

  test.each([
    ['OPT-INTEREST', { legs: [leg({ strike: 24_010 })] }, 'Judged once every leg is a listed contract in whole lots.'],
    ['OPT-NAKED-STOP', { legs: [leg({ strike: 24_010 })] }, 'Judged once every leg has a bid and an ask.'],
    ['OPT-RR', { stop: { basis: 'underlying' as const, value: 23_900 } }, 'Judged once target and stop-loss are on the right sides.'],
  ])('%s says what it waits for', (rule, change, sentence) => {
    const draft = { ...DRAFT, ...change };
    expect(checkOptionDraft(draft, contextFor(draft, {})).find(({ id }) => id === rule)).toMatchObject({ ok: false, waits: true, message: sentence });
  });

  test('a warning does not keep a call back', () => {
    const lone = { ...DRAFT, legs: [leg()] };
    const rules = checkOptionDraft(lone, contextFor(lone, { contract: () => ({ ...around(220), ofExpiry: 200_000 }) }));
    expect(rules.filter(isBroken).map(({ id, level }) => [id, level])).toEqual([['OPT-CONCENTRATION', 'warn']]);
    expect(publishable(rules)).toBe(true);
  });
});
