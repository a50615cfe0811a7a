import { expect, test } from 'vitest';
import type { LegTicket } from '../../../contract/trading/types.ts';
import { snapToTick } from '../../market/ticks.ts';
import { ticketRemarks } from './check-ticket.ts';
import { defaultLeg } from './default-leg.ts';
import { estimateTicket } from './estimate.ts';
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
const OWNER: OwnerFacts = { sellable: 5, position: 0, twice: '', conflict_until: null, against_own: false, call: null };
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
  ['a sale of what an own open call says to buy', LEG, { owners: [{ ...OWNER, against_own: true }] }, 'CONFLICT'],
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
  expect(estimateTicket([{ ...LEG, product: 'MIS' }], facts())).toMatchObject({ charges_paise: 12_00, margin_paise: 6_012_00, risk_paise: null });
  // Who sells what they hold is rid of its risk.
  expect(estimateTicket([{ ...LEG, side: 'sell' }], facts({ owners: [followed] }))).toMatchObject({ charges_paise: 37_50, risk_paise: 37_50 });
  // A lot of 75 at ₹100: ₹7,500, and ₹40 and 0.15% of it.
  expect(estimateTicket([OPTION_LEG], facts(option))).toMatchObject({
    value_paise: 7_500_00,
    charges_paise: 51_25,
    margin_paise: 7_551_25,
    risk_paise: 7_551_25,
  });
  expect(estimateTicket([{ ...OPTION_LEG, side: 'sell' }], facts(option))).toMatchObject({ margin_paise: 2_16_000_00 + 51_25, risk_paise: null });
  expect(estimateTicket([{ ...OPTION_LEG, side: 'sell' }], facts({ ...option, owners: [{ ...OWNER, position: 75 }] }))).toMatchObject({ margin_paise: 51_25 });
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
  expect(estimateTicket([LEG], facts({ owners }))).toMatchObject({ risk_paise: null, risk_how: 'The price is past the call’s stop-loss.' });
});
