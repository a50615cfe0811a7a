import { expect, test } from 'vitest';
import type { LegTicket } from '../../../contract/trading/types.ts';
import { snapToTick } from '../../market/ticks.ts';
import { ticketRemarks } from './check-ticket.ts';
import { defaultLeg } from './default-leg.ts';
import { estimateTicket } from './estimate.ts';
import { freezeOf } from './freeze.ts';
import { protectedPrice } from './protection.ts';
import { sliceQuantity } from './slices.ts';
import type { OwnerFacts, SubjectFacts, TicketFacts } from './ticket-facts.ts';

const NOW = Date.parse('2026-11-30T05:00:00Z');
const SHARE: SubjectFacts = {
  instrument: 'TCS',
  name: 'Tata Consultancy Services',
  kind: 'equity',
  index: false,
  exchanges: ['BSE', 'NSE'],
  status: 'active',
  ltp: 3_000,
  spot: 3_000,
  stale: false,
  tick: 0.1,
  lot: 1,
  freeze: null,
  band: { low: 2_700, high: 3_300 },
  phase: 'continuous',
  intradayUntil: Date.parse('2026-11-30T09:35:00Z'),
};
const OPTION: SubjectFacts = {
  ...SHARE,
  instrument: 'NIFTY 2026-12-01 24000 CE',
  name: 'NIFTY 24000 CE',
  kind: 'option',
  index: true,
  exchanges: ['NFO'],
  ltp: 100,
  spot: 24_000,
  tick: 0.05,
  lot: 75,
  freeze: 1_800,
  band: null,
};
const OWNER: OwnerFacts = { sellable: 5, position: 0, twice: '', conflict_until: null, own_call_open: false, call: null };
const NAMED = { symbol: 'TCS', contract: null, side: 'buy', call_id: null } as const;
const CONTRACT = { type: 'CE', strike: 24_000, expiry: '2026-12-01' } as const;
const LEG = defaultLeg(NAMED, SHARE);
const OPTION_LEG = defaultLeg({ ...NAMED, symbol: 'NIFTY', contract: CONTRACT }, OPTION);

const facts = (over: Partial<TicketFacts> = {}): TicketFacts => ({
  now: NOW,
  subjects: [SHARE],
  owners: [OWNER],
  takes: { types: ['MARKET', 'LIMIT', 'SL', 'SL-M'], products: ['CNC', 'MIS', 'NRML'], after_market: true, modify: true },
  limits: { orders: null, rupees: null },
  used: { orders: 0, paise: 0 },
  available_paise: null,
  ...over,
});

const codes = (leg: LegTicket, over: Partial<TicketFacts> = {}, weight = 'stop'): string[] =>
  ticketRemarks([leg], facts(over)).flatMap((remark) => (remark.weight === weight ? [remark.code] : []));

test('S9-LIM-26 S9-LIM-27 S9-LIM-28 S9-LIM-29 S9-LIM-30: a ticket opens as a limit order of 10 shares on BSE, and options with one lot on NFO', () => {
  expect(LEG).toMatchObject({ quantity: 10, type: 'LIMIT', exchange: 'BSE', product: 'CNC', price: 3_000 });
  expect(OPTION_LEG).toMatchObject({ quantity: 75, type: 'LIMIT', exchange: 'NFO', product: 'NRML', price: 100 });
  expect(defaultLeg(NAMED, { ...SHARE, exchanges: ['NSE'] }).exchange).toBe('NSE');
});

test('S2.1-ROUTE-19: no price is below one step of the exchange: an option that last traded at ₹0.02 opens, and is proposed, at ₹0.05', () => {
  const cheap = { ...OPTION, ltp: 0.02 };
  expect(defaultLeg({ ...NAMED, symbol: 'NIFTY', contract: CONTRACT }, cheap).price).toBe(0.05);
  expect(ticketRemarks([{ ...OPTION_LEG, price: 0.02 }], facts({ subjects: [cheap] }))).toMatchObject([{ code: 'TICK', proposal: 0.05 }]);
  expect([protectedPrice('buy', 0.02, 0.05), protectedPrice('sell', 0.02, 0.05)]).toEqual([0.05, 0.05]);
});

test('S2.1-ROUTE-19: a ticket by the defaults has nothing against it', () => {
  expect(ticketRemarks([LEG], facts())).toEqual([]);
  expect(ticketRemarks([OPTION_LEG], facts({ subjects: [OPTION] }))).toEqual([]);
});

const option = { subjects: [OPTION] };
test.each<[string, LegTicket, Partial<TicketFacts>, string]>([
  ['a lot off by one', { ...OPTION_LEG, quantity: 76 }, option, 'LOT'],
  ['a price off its tick', { ...LEG, price: 3_000.05 }, {}, 'TICK'],
  ['a price above the band', { ...LEG, price: 3_300.1 }, {}, 'BAND'],
  ['a trigger below the band', { ...LEG, type: 'SL', trigger: 2_699.9 }, {}, 'BAND'],
  ['a buy that triggers above its price', { ...LEG, type: 'SL', trigger: 3_001 }, {}, 'TRIGGER'],
  ['a sale that triggers below its price', { ...LEG, side: 'sell', quantity: 5, type: 'SL', trigger: 2_999 }, {}, 'TRIGGER'],
  ['more than twenty slices', { ...OPTION_LEG, quantity: 1_800 * 20 + 75 }, option, 'FREEZE'],
  ['more shares than are held', { ...LEG, side: 'sell', quantity: 6 }, {}, 'HOLDINGS'],
  ['delivery of an option', { ...OPTION_LEG, product: 'CNC' }, option, 'PRODUCT'],
  ['a stop at market in an option', { ...OPTION_LEG, type: 'SL-M', price: null, trigger: 100 }, option, 'STOP_MARKET'],
  ['a market order with a price', { ...LEG, type: 'MARKET' }, {}, 'PRICE'],
  ['a limit order without one', { ...LEG, price: null }, {}, 'PRICE'],
  ['an exchange that does not list it', { ...LEG, exchange: 'NFO' }, {}, 'EXCHANGE'],
  ['a stale price', LEG, { subjects: [{ ...SHARE, stale: true }] }, 'STALE'],
  ['no price at all', LEG, { subjects: [{ ...SHARE, ltp: null }] }, 'NO_PRICE'],
  ['a suspended share', LEG, { subjects: [{ ...SHARE, status: 'suspended' }] }, 'NOT_TRADED'],
  ['the auction', LEG, { subjects: [{ ...SHARE, phase: 'auction' }] }, 'AUCTION'],
  ['intraday after hours', { ...LEG, product: 'MIS' }, { subjects: [{ ...SHARE, phase: 'closed' }] }, 'CLOSED'],
  ['intraday at 15:05', { ...LEG, product: 'MIS' }, { now: SHARE.intradayUntil }, 'INTRADAY_OVER'],
  ['a banned contract that opens', OPTION_LEG, { subjects: [{ ...OPTION, status: 'ban' }] }, 'BANNED'],
  ['a banned contract that turns round', OPTION_LEG, { subjects: [{ ...OPTION, status: 'ban' }], owners: [{ ...OWNER, position: -70 }] }, 'BANNED'],
  ['an author’s own share', LEG, { owners: [{ ...OWNER, conflict_until: '2026-12-05' }] }, 'CONFLICT'],
  ['a share on which an own call is open', LEG, { owners: [{ ...OWNER, own_call_open: true }] }, 'CONFLICT'],
  ['the own limit of orders', LEG, { limits: { orders: 3, rupees: null }, used: { orders: 3, paise: 0 } }, 'DAY_ORDERS'],
  [
    'a sale offered far below the price, past the own limit of rupees',
    { ...OPTION_LEG, side: 'sell', price: 0.05 },
    { ...option, limits: { orders: null, rupees: 1_000 } },
    'DAY_RUPEES',
  ],
  ['the own limit of rupees', LEG, { limits: { orders: null, rupees: 30_000 }, used: { orders: 1, paise: 1 } }, 'DAY_RUPEES'],
])('S2.1-ROUTE-19: %s is refused', (_what, leg, over, code) => {
  expect(codes(leg, over)).toEqual([code]);
});

test.each<[string, LegTicket, Partial<TicketFacts>]>([
  ['one lot', { ...OPTION_LEG, quantity: 75 }, option],
  ['the band’s own edge', { ...LEG, price: 3_300 }, {}],
  ['all that is held', { ...LEG, side: 'sell', quantity: 5 }, {}],
  ['a banned contract that closes', OPTION_LEG, { subjects: [{ ...OPTION, status: 'ban' }], owners: [{ ...OWNER, position: -75 }] }],
  ['a limit order after hours', LEG, { subjects: [{ ...SHARE, phase: 'closed', stale: true }] }],
  ['the last order of the own limit', LEG, { limits: { orders: 4, rupees: 30_000 }, used: { orders: 3, paise: 0 } }],
])('S2.1-ROUTE-19: %s is taken', (_what, leg, over) => {
  expect(codes(leg, over)).toEqual([]);
});

test.each<[string, LegTicket, Partial<TicketFacts>, string]>([
  ['a second equal order within a minute', LEG, { owners: [{ ...OWNER, twice: 'minute' }] }, 'TWICE'],
  ['the same order twice in a ticket', LEG, { owners: [{ ...OWNER, twice: 'ticket' }] }, 'TWICE'],
  ['a limit far above an option’s price', { ...OPTION_LEG, price: snapToTick(OPTION.ltp! * 1.3 + 2, 0.05) }, option, 'FAR'],
  ['a sale far below an option’s price', { ...OPTION_LEG, side: 'sell', price: 0.05 }, option, 'FAR'],
  ['an entry that has passed', LEG, { owners: [{ ...OWNER, call: { entry_passed: true, stop_loss: 2_900 } }] }, 'ENTRY_PASSED'],
  ['holdings nobody told', { ...LEG, side: 'sell' }, { owners: [{ ...OWNER, sellable: null }] }, 'HOLDINGS_UNKNOWN'],
  ['too little money', LEG, { available_paise: 100 }, 'FUNDS'],
])('S2.1-ROUTE-19: %s is asked about', (_what, leg, over, code) => {
  expect([codes(leg, over), codes(leg, over, 'ask')]).toEqual([[], [code]]);
});

test('S2.1-ROUTE-19: proposals are right themselves: the next lot, the nearest tick, the band’s edge', () => {
  const proposals = (leg: LegTicket, over: Partial<TicketFacts> = {}) => ticketRemarks([leg], facts(over)).map(({ proposal }) => proposal);
  expect([proposals({ ...OPTION_LEG, quantity: 76 }, option), proposals({ ...LEG, price: 3_000.04 }), proposals({ ...LEG, price: 3_400 })]).toEqual([
    [150],
    [3_000],
    [3_300],
  ]);
});

test.each([
  [75, 1_800, 36_000],
  [65, 1_800, 35_100],
  [30, 890, 17_400],
  // An exchange whose freeze quantity is below a lot: one lot an order.
  [75, 50, 1_500],
])('S2.1-ROUTE-19: with lots of %i and a freeze quantity of %i the proposal is %i, which is taken itself', (lot, freeze, most) => {
  const subjects = [{ ...OPTION, lot, freeze }];
  const remarks = ticketRemarks([{ ...OPTION_LEG, quantity: most + lot }], facts({ subjects }));
  expect(remarks).toMatchObject([{ code: 'FREEZE', proposal: most }]);
  expect(codes({ ...OPTION_LEG, quantity: most }, { subjects })).toEqual([]);
});

test('S2.1-ROUTE-19: freeze quantities are those of the day of the order', () => {
  const on = (day: string) => ['NIFTY', 'BANKNIFTY', 'FINNIFTY', 'MIDCPNIFTY', 'NIFTYNXT50', 'SENSEX', 'TCS'].map((symbol) => freezeOf(symbol, day));
  expect(on('2026-11-30')).toEqual([1_800, 900, 1_800, 2_800, 600, 1_000, null]);
  expect(on('2026-05-28').slice(0, 3)).toEqual([1_800, 600, 1_200]);
});

test('S2.1-ROUTE-19: slices are whole lots below the freeze quantity and make up the order', () => {
  expect([sliceQuantity(4_000, 75, 1_800), sliceQuantity(1_800, 75, 1_800), sliceQuantity(10, 1, null)]).toEqual([[1_800, 1_800, 400], [1_800], [10]]);
  expect(sliceQuantity(200, 75, 100)).toEqual([75, 75, 50]);
});

test('S2.1-ROUTE-19: an estimate says what is spent, blocked and at risk down to the call’s stop-loss', () => {
  const followed = { ...OWNER, call: { entry_passed: false, stop_loss: 2_900 } };
  // Half of 0.25% of ₹30,000 is ₹37.50 a side.
  expect(estimateTicket([LEG], facts({ owners: [followed] }))).toMatchObject({
    value_paise: 30_000_00,
    charges_paise: 37_50,
    margin_paise: 30_037_50,
    risk_paise: 1_075_00,
  });
  expect(estimateTicket([{ ...LEG, product: 'MIS' }], facts())).toMatchObject({ charges_paise: 12_00, margin_paise: 6_012_00 });
  // Who sells what they hold is rid of its risk.
  expect(estimateTicket([{ ...LEG, side: 'sell' }], facts({ owners: [followed] }))).toMatchObject({ charges_paise: 37_50, risk_paise: 37_50 });
  // A lot of 75 at ₹100: ₹7,500, and ₹40 and 0.15% of it.
  expect(estimateTicket([OPTION_LEG], facts(option))).toMatchObject({
    value_paise: 7_500_00,
    charges_paise: 51_25,
    margin_paise: 7_551_25,
    risk_paise: 7_551_25,
  });
  expect(estimateTicket([{ ...OPTION_LEG, side: 'sell' }], facts(option))).toMatchObject({
    ...{ margin_paise: 2_16_000_00 + 51_25, risk_paise: null, risk_unlimited: true },
  });
});

const strike = (at: number, change: Partial<LegTicket> = {}): LegTicket => ({ ...OPTION_LEG, contract: { ...CONTRACT, strike: at }, ...change });
const of = (legs: readonly LegTicket[], owner: Partial<OwnerFacts> = {}) =>
  estimateTicket(legs, facts({ subjects: legs.map(({ contract }) => (contract ? OPTION : SHARE)), owners: legs.map(() => ({ ...OWNER, ...owner })) }))!;

test('S2.1-ROUTE-19: a spread blocks at least what it can lose', () => {
  // ₹100 received and ₹60 paid on 75 shares, 500 points apart: ₹34,500.
  const spread = of([strike(24_000, { side: 'sell' }), strike(24_500, { price: 60 })]);
  expect([spread.risk_paise! - spread.charges_paise, spread.margin_paise! - spread.charges_paise]).toEqual([34_500_00, 34_500_00]);
  // What is sold first and expires later is not covered; a cover that lives longer covers.
  const later = { ...CONTRACT, strike: 24_500, expiry: '2026-12-29' };
  const diagonal = of([strike(24_000, { side: 'sell' }), strike(24_500, { price: 60, contract: later })]);
  expect(diagonal.margin_paise! - diagonal.charges_paise).toBe(34_500_00);
  // Nobody asks for all that a put sold without cover loses at a price of zero.
  const put = strike(24_000, { side: 'sell', contract: { ...CONTRACT, type: 'PE' } });
  expect(of([put]).margin_paise! - of([put]).charges_paise).toBe(2_16_000_00);
});

test.each<[string, LegTicket[], Partial<OwnerFacts>, number | null, boolean]>([
  ['shares that are bought', [LEG], {}, 30_000_00, false],
  ['shares sold short', [{ ...LEG, side: 'sell', product: 'MIS' }], {}, null, true],
  ['a short sale past its stop-loss', [{ ...LEG, side: 'sell', product: 'MIS' }], { call: { entry_passed: true, stop_loss: 2_900 } }, null, true],
  ['an option that is bought', [OPTION_LEG], {}, 7_500_00, false],
  ['options bought for two expiries', [OPTION_LEG, strike(24_000, { price: 40, contract: { ...CONTRACT, expiry: '2026-12-29' } })], {}, 10_500_00, false],
  ['a calendar', [strike(24_000, { side: 'sell' }), strike(24_000, { contract: { ...CONTRACT, expiry: '2026-12-29' } })], {}, null, false],
  ['options bought on two underlyings', [OPTION_LEG, strike(1_000, { symbol: 'TCS', price: 40 })], {}, 10_500_00, false],
  ['an option sold on one of two underlyings', [OPTION_LEG, strike(1_000, { symbol: 'TCS', side: 'sell' })], {}, null, true],
  [
    'shares and a put that covers them',
    [LEG, strike(2_900, { symbol: 'TCS', quantity: 10, price: 40, contract: { ...CONTRACT, type: 'PE', strike: 2_900 } })],
    {},
    1_400_00,
    false,
  ],
  ['an option that is held and sold', [{ ...OPTION_LEG, side: 'sell' }], { position: 75 }, 0, false],
  ['an option that was sold and is bought back', [OPTION_LEG], { position: -75 }, 0, false],
  ['an intraday position that is closed', [{ ...LEG, side: 'sell', product: 'MIS' }], { position: 10 }, 0, false],
  ['more of an option than is held', [{ ...OPTION_LEG, side: 'sell' }], { position: 25 }, null, true],
])('S2.1-ROUTE-19: at risk with %s', (_what, legs, owner, paise, unlimited) => {
  const { risk_paise, charges_paise, risk_unlimited } = of(legs, owner);
  expect([risk_paise === null ? null : risk_paise - charges_paise, risk_unlimited]).toEqual([paise, unlimited]);
});

test('S2.1-ROUTE-19: what closes a position blocks nothing but its charges', () => {
  const blocks = (leg: LegTicket, position: number | null) => {
    const { margin_paise, charges_paise } = of([leg], { position });
    return margin_paise! - charges_paise;
  };
  const sale = { ...LEG, side: 'sell', product: 'MIS' } as const;
  expect([10, 6, 0, -10, null].map((held) => blocks(sale, held))).toEqual([0, 2_400_00, 6_000_00, 6_000_00, 6_000_00]);
  expect([blocks({ ...LEG, product: 'MIS' }, -10), blocks({ ...OPTION_LEG, side: 'sell' }, 75)]).toEqual([0, 0]);
});

test('S2.1-ROUTE-19: a market order has a worst price on its tick, never beyond the protection', () => {
  expect([protectedPrice('buy', 3_000.3, 0.1), protectedPrice('sell', 3_000.3, 0.1)]).toEqual([3_060.3, 2_940.3]);
});

test('S2.1-ROUTE-19: a trigger order counts from its trigger, and a sale far below the price at what it brings', () => {
  const value = (leg: LegTicket): number => estimateTicket([leg], facts())!.value_paise;
  // 2% beyond the trigger, as it goes out.
  expect(value({ ...LEG, type: 'SL-M', price: null, trigger: 3_100 })).toBe(3_162_000);
  expect(value({ ...LEG, side: 'sell', price: 2_700 })).toBe(3_000_000);
  expect(value({ ...LEG, side: 'sell', price: 3_200 })).toBe(3_200_000);
});

test('S2.1-ROUTE-19: beyond the call’s stop-loss nothing is said to be lost at it', () => {
  const owners = [{ ...OWNER, call: { entry_passed: false, stop_loss: 3_050 } }];
  expect(estimateTicket([LEG], facts({ owners }))).toMatchObject({
    risk_paise: null,
    risk_unlimited: false,
    risk_how: 'The price is past the call’s stop-loss.',
  });
});
