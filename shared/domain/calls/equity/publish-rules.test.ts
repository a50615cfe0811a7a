import { describe, expect, test } from 'vitest';
import type { CallDraft } from '../../../contract/calls/types.ts';
import { forbiddenWords } from '../../text/forbidden-words.ts';
import { isBroken, publishable } from '../publishing/rule-result.ts';
import { checkDraft, draftFigures, PUBLISH_LIMITS, type PublishContext, tightenProblem } from './publish-rules.ts';

const draft: CallDraft = {
  stock: 'INFY',
  exchange: 'NSE',
  call_type: 'Buy',
  term: 'shortTerm',
  entry_mode: 'range',
  entry_low: 1450,
  entry_high: 1460,
  target: 1540,
  stop_loss: 1415,
  valid_till: '2026-12-04',
  rationale: {
    thesis: 'The price has built a base above its rising 50-day average while the sector lagged. '.repeat(2).trim(),
    trigger: 'A close above the upper edge of the base on rising volume came yesterday, the first in six weeks of trading.',
    risks: 'A weak quarter in North America or a stronger rupee would hurt margins; the whole sector trades together.',
    kill_criteria: 'A daily close back below the base at ₹1,420 ends the idea.',
    method: 'technical',
    sources: [],
    ai_used: 'none',
  },
  disclosures: { holds: false, over1pct: false, compensation_12m: false, market_maker: false, officer: false, other: '', attest_30_5: true },
};
/** Friday 20 Nov 2026, 11:00 IST. */
const context: PublishContext = {
  author: { verified: true, publisher: true, registrationValid: true, planSold: true, dealtOn: null },
  stock: { kind: 'equity', status: 'active', sector: 'IT', tick: 0.1, marketCapCr: 600_000, sessions: 500, turnoverCr: 900 },
  ltp: 1455,
  band: { low: 1310, high: 1600 },
  fresh: true,
  doubt: null,
  ticking: true,
  phase: 'continuous',
  today: '2026-11-20',
  time: '11:00',
  isTradingDay: (day) => !['2026-11-24', '2026-11-28', '2026-11-29'].includes(day),
  open: [],
  publishedToday: 0,
  limits: PUBLISH_LIMITS,
};
const open = (sector: string, stock: string) => ({ sector, stock, call_type: 'Buy' as const });
const intraday: Partial<CallDraft> = {
  term: 'intraday',
  entry_mode: 'limit',
  entry_low: 1455,
  entry_high: 1455,
  target: 1480,
  stop_loss: 1440,
  valid_till: '2026-11-20',
};
const stock = context.stock!;
const broken = (change: Partial<CallDraft>, overrides: Partial<PublishContext> = {}): string[] =>
  checkDraft({ ...draft, ...change }, { ...context, ...overrides })
    .filter(isBroken)
    .map((rule) => rule.id);

test('a sound draft meets every rule', () => {
  const rules = checkDraft(draft, context);
  expect(rules.filter((rule) => !rule.ok)).toEqual([]);
  expect(publishable(rules)).toBe(true);
  expect(new Set(rules.map((rule) => rule.id)).size).toBe(rules.length);
  expect(draftFigures(draft)).toEqual({ entry: 1455, potential_return: 5.84, risk_reward: 2.13 }); // 85/1455, 85/40
  expect(broken(intraday)).toEqual([]);
});

test('a declared conflict that is explained keeps no call back, and a holding needs no words', () => {
  const other = 'I consult for the company on its treasury since March 2025, for a yearly fee.';
  expect(broken({ disclosures: { ...draft.disclosures, compensation_12m: true, other } })).toEqual([]);
  expect(broken({ disclosures: { ...draft.disclosures, holds: true } })).toEqual([]);
});

test('the F&O ban is of contracts: a call on the share is published as on any other day', () => {
  expect(publishable(checkDraft(draft, { ...context, stock: { ...stock, status: 'ban' } }))).toBe(true);
});

test('the plan is named only where it is sold; elsewhere the partner grants publishing', () => {
  const of = (planSold: boolean) => {
    const author = { verified: true, publisher: false, registrationValid: true, planSold, dealtOn: null };
    const { label, message } = checkDraft(draft, { ...context, author }).find(({ id }) => id === 'EQ-AUTHOR')!;
    return [label, message];
  };
  expect(of(true)).toEqual(['Verified author with a Publisher plan', 'Publishing needs a Publisher plan or a grant of your partner.']);
  expect(of(false)).toEqual(['Verified author who may publish here', 'Publishing needs a grant of your partner.']);
});

describe('each rule can be broken alone', () => {
  test.each<[string, Partial<CallDraft>, Partial<PublishContext>]>([
    ['EQ-AUTHOR', {}, { author: { verified: false, publisher: true, registrationValid: true, planSold: true, dealtOn: null } }],
    ['EQ-AUTHOR', {}, { author: { verified: true, publisher: false, registrationValid: true, planSold: true, dealtOn: null } }],
    ['EQ-AUTHOR', {}, { author: { verified: true, publisher: true, registrationValid: false, planSold: true, dealtOn: null } }],
    ['EQ-ELIGIBLE', {}, { stock: null }],
    ['EQ-ELIGIBLE', {}, { stock: { ...stock, kind: 'index' } }],
    ['EQ-ELIGIBLE', {}, { stock: { ...stock, status: 'suspended' } }],
    ['EQ-ELIGIBLE', {}, { stock: { ...stock, sessions: 59 } }],
    ['EQ-ELIGIBLE', {}, { stock: { ...stock, marketCapCr: 499 } }],
    ['EQ-ELIGIBLE', {}, { stock: { ...stock, turnoverCr: 0.99 } }],
    ['EQ-ELIGIBLE', intraday, { stock: { ...stock, turnoverCr: 9.99 } }],
    ['EQ-ELIGIBLE', { entry_low: 19.9, entry_high: 19.9, entry_mode: 'limit', target: 21, stop_loss: 19.4 }, { ltp: 19.9, band: { low: 18, high: 22 } }],
    ['EQ-EXCHANGE', { exchange: 'BSE' }, {}],
    ['EQ-FEED', {}, { fresh: false }],
    ['EQ-DOUBT', {}, { doubt: { cause: 'price_step', day: '2026-11-20', before: 800, opened: 400 } }],
    ['EQ-DOUBT', {}, { doubt: { cause: 'no_trade', day: '2026-11-19', before: 800, opened: null } }],
    ['EQ-FEED', intraday, { ticking: false }],
    ['EQ-HOURS', {}, { phase: 'preopen', time: '09:05' }],
    ['EQ-HOURS', intraday, { time: '09:19' }],
    ['EQ-HOURS', intraday, { time: '14:45' }],
    ['EQ-HOURS', intraday, { phase: 'closed', time: '11:00' }],
    ['EQ-TICK', { target: 1540.05 }, {}],
    ['EQ-TICK', { target2: 1600.03 }, {}],
    ['EQ-BAND', {}, { band: { low: 1310, high: 1459 } }],
    ['EQ-BAND', {}, { band: null }],
    ['EQ-BAND', intraday, { band: { low: 1310, high: 1479 } }],
    ['EQ-BAND', { entry_mode: 'limit', entry_low: 1455, entry_high: 1455 }, { band: { low: 1310, high: 1455 } }],
    ['EQ-ENTRY-NEAR', {}, { ltp: 1425 }], // 30 of 1425 = 2.1 %
    ['EQ-ENTRY-NEAR', intraday, { ltp: 1447 }],
    ['EQ-RANGE-WIDTH', { entry_low: 1440, entry_high: 1470 }, {}], // 30 of 1440 = 2.08 %
    ['EQ-RANGE-WIDTH', { entry_mode: 'limit' }, {}],
    ['EQ-SIDE', { stop_loss: 1495, target: 1540 }, {}],
    ['EQ-SIDE', { target2: 1530 }, {}],
    ['EQ-SIDE', { call_type: 'Hold', stop_loss: 1495 }, {}],
    ['EQ-STOP-DISTANCE', { stop_loss: 1309, target: 1740 }, {}], // 146 of 1455 = 10.03 %
    ['EQ-TARGET-DISTANCE', { target: 1750 }, {}], // 20.27 %
    ['EQ-VALIDITY', { valid_till: '2026-11-21' }, {}],
    ['EQ-VALIDITY', { valid_till: '2026-11-24' }, {}],
    ['EQ-VALIDITY', { valid_till: '2026-12-21' }, {}],
    ['EQ-DUPLICATE', {}, { open: [open('IT', 'INFY')] }],
    ['EQ-SECTOR-LIMIT', {}, { open: [open('IT', 'TCS'), open('IT', 'WIPRO'), open('IT', 'HCLTECH')] }],
    ['EQ-DAILY-LIMIT', {}, { publishedToday: 10 }],
    ['EQ-OPEN-LIMIT', {}, { open: Array.from({ length: 25 }, (_, n) => open(`sector ${n}`, `S${n}`)) }],
    ['EQ-WORDS', { rationale: { ...draft.rationale, thesis: `${draft.rationale.thesis} Assured profit.` } }, {}],
    ['EQ-RATIONALE', { rationale: { ...draft.rationale, thesis: 'Looks good.' } }, {}],
    ['EQ-RATIONALE', { rationale: { ...draft.rationale, kill_criteria: 'A close below 1420.' } }, {}],
    ['EQ-RATIONALE', { rationale: { ...draft.rationale, trigger: draft.rationale.thesis } }, {}],
    ['EQ-CONFLICTS', { disclosures: { ...draft.disclosures, over1pct: true, other: 'My family trust has owned two per cent of it since 2019.' } }, {}],
    ['EQ-CONFLICTS', { disclosures: { ...draft.disclosures, holds: true, compensation_12m: true, market_maker: true, officer: true, over1pct: true } }, {}],
    ['EQ-RATIONALE', { rationale: { ...draft.rationale, thesis: '.'.repeat(300), trigger: '.'.repeat(300), risks: '' } }, {}],
    ['EQ-RATIONALE', { rationale: { ...draft.rationale, kill_criteria: '.'.repeat(40) } }, {}],
    ['EQ-ATTEST', { disclosures: { ...draft.disclosures, attest_30_5: false } }, {}],
    ['EQ-ATTEST', {}, { author: { verified: true, publisher: true, registrationValid: true, planSold: true, dealtOn: '2026-11-12' } }],
  ])('%s %j', (id, change, overrides) => {
    expect(broken(change, overrides)).toEqual([id]);
    const result = checkDraft({ ...draft, ...change }, { ...context, ...overrides });
    expect(publishable(result)).toBe(false);
    expect(result.find((rule) => rule.id === id)?.message).toMatch(/^.{20,}\.$/);
  });

  test('EQ-RR blocks below 1 and EQ-RR-LOW only warns below 1.5', () => {
    expect(broken({ stop_loss: 1365 })).toEqual(['EQ-RR', 'EQ-RR-LOW']); // 85 / 90
    expect(broken({ stop_loss: 1395 })).toEqual(['EQ-RR-LOW']); // 85 / 60 = 1.42
    expect(publishable(checkDraft({ ...draft, stop_loss: 1395 }, context))).toBe(true);
  });
});

test('a target on the wrong side is refused for Buy and for Sell', () => {
  expect(broken({ target: 1400 })).toContain('EQ-SIDE');
  expect(broken({ call_type: 'Sell' })).toContain('EQ-SIDE');
  expect(broken({ call_type: 'Sell', target: 1370, stop_loss: 1495 })).toEqual([]);
});

test('until target and stop-loss are on the right sides, nothing is said of their distances', () => {
  const rules = checkDraft({ ...draft, entry_mode: 'limit', entry_low: 1500, entry_high: 1500, stop_loss: 1600, target: 1400 }, context);
  const waiting = rules.filter(({ waits }) => waits);
  expect(waiting.map(({ id }) => id)).toEqual(['EQ-TARGET-DISTANCE', 'EQ-STOP-DISTANCE', 'EQ-RR', 'EQ-RR-LOW']);
  expect(waiting.every(({ ok, message }) => !ok && message === '')).toBe(true);
  expect(rules.find(({ id }) => id === 'EQ-SIDE')?.message).toBe(
    'For a Buy the stop-loss must be below the entry (₹1,500.00). For a Buy the target must be above the entry (₹1,500.00).',
  );
  expect(publishable(rules)).toBe(false);
});

test('prices and percentages in the sentences are written as everywhere', () => {
  const messages = (change: Partial<CallDraft>, ltp = 1455) => checkDraft({ ...draft, ...change }, { ...context, ltp }).map(({ message }) => message);
  expect(messages({}, 1115.7)).toContain('The entry must lie within 2% of the last price ₹1,115.70.');
  expect(messages({ target: 1540.05 })).toContain('₹1,540.05 is not a multiple of the tick ₹0.10.');
});

test('a Hold has a band and needs neither reward nor distance', () => {
  expect(broken({ call_type: 'Hold', entry_mode: 'limit', entry_low: 1455, entry_high: 1455, target: 1470, stop_loss: 1400 })).toEqual([]);
});

test.each([
  'Assured returns in a week',
  'This is a sure-shot move',
  'GUARANTEED profit',
  'It can’t lose from here',
  '85% accuracy so far',
  'hit rate of 80 percent',
  'The next multibagger',
  'Target confirmed at 1540',
  'Call 98765 43210 for more',
  'Call +91 9876543210',
  'Pay to ravi@okaxis',
  'Join t.me/stocks',
  'Join my tele\u200bgram',
  'WhatsApp group for tips',
  'निश्चित लाभ मिलेगा',
  'Write me at foo@gmail.com',
  'More on https://my-tips.example/join',
  'See www.my-tips.example',
  'https://nseindia.com.my-tips.example/join',
  'guarаnteed gains',
  'a$$ured gains',
  'Join t․me/stocks',
  'Call ９８７６５ ４３２１０',
])('the word list catches: %s', (text) => expect(forbiddenWords(text)).not.toBeNull());

test.each([
  'The price closed at 1455.60 on 9,876,543 shares.',
  'Margins rose to 21.4% and volumes by 12%.',
  'Risk: the order book may slip.',
  'The signal came from volume.',
  'The order win is on https://www.nseindia.com/companies-listing and at bseindia.com.',
  'SEBI’s circular: https://www.sebi.gov.in/legal/circulars.html',
])('the word list lets pass: %s', (text) => expect(forbiddenWords(text)).toBeNull());

test('a stop-loss moves only towards profit, on the tick grid, short of the price, and at most five times', () => {
  const buy = { call_type: 'Buy' as const, stop: 95, target: 110, moves: 0, tick: 0.01, ltp: 104 };
  expect(tightenProblem(buy, 100)).toBeNull();
  expect(tightenProblem(buy, 95)).toContain('towards profit');
  expect(tightenProblem(buy, 90)).toContain('towards profit');
  expect(tightenProblem(buy, 104)).toContain('last price');
  expect(tightenProblem({ ...buy, ltp: 120 }, 111)).toContain('target');
  expect(tightenProblem({ ...buy, ltp: null }, 100)).toContain('last price');
  expect(tightenProblem({ ...buy, moves: 5 }, 100)).toContain('five times');
  expect(tightenProblem({ ...buy, stop: 995, target: 1100, tick: 0.05, ltp: 1040 }, 1000.03)).toContain('tick');
  const sell = { call_type: 'Sell' as const, stop: 105, target: 90, moves: 0, tick: 0.01, ltp: 96 };
  expect(tightenProblem(sell, 100)).toBeNull();
  expect(tightenProblem(sell, 106)).toContain('towards profit');
});
