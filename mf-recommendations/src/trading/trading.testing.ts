import type {
  BasketTicket,
  CheckedTicket,
  FilledTicket,
  LegTicket,
  Order,
  TicketCheck,
  TicketSubject,
  TradingDesk,
} from '@vimarsh/shared/contract/trading/types.ts';

/* Answers of the contract for tests of the trading screen. */

export const aLeg = (change: Partial<LegTicket> = {}): LegTicket => ({
  symbol: 'TCS',
  contract: null,
  exchange: 'BSE',
  side: 'buy',
  product: 'CNC',
  type: 'LIMIT',
  quantity: 10,
  price: 3000,
  trigger: null,
  validity: 'DAY',
  call_id: null,
  ...change,
});
export const aTicket = (...legs: LegTicket[]): BasketTicket => ({ legs: legs.length > 0 ? legs : [aLeg()] });
export const aSubject = (change: Partial<TicketSubject> = {}): TicketSubject => ({
  symbol: 'TCS',
  name: 'Tata Consultancy Services',
  contract: null,
  exchanges: ['BSE', 'NSE'],
  ltp: 3000,
  stale: false,
  tick: 0.1,
  lot: 1,
  freeze: null,
  band: { low: 2700, high: 3300 },
  banned: false,
  ...change,
});
export const aCheck = (change: Partial<TicketCheck> = {}): TicketCheck => ({
  remarks: [],
  estimate: {
    value_paise: 30_000_00,
    charges: [{ label: 'Securities transaction tax', paise: 30_00 }],
    charges_paise: 41_50,
    margin_paise: 30_041_50,
    margin_how: 'Delivery is paid in full.',
    available_paise: 1_00_000_00,
    risk_paise: 791_50,
    risk_unlimited: false,
    risk_how: 'Down to the call’s stop-loss of ₹2,925.00, with charges.',
  },
  slices: [[10]],
  ...change,
});
export const aChecked = (change: Partial<TicketCheck> = {}): CheckedTicket => ({ ...aCheck(change), subjects: [aSubject()] });
export const aFilled = (change: Partial<FilledTicket> = {}): FilledTicket => ({
  ticket: aTicket(),
  subjects: [aSubject()],
  from_call: null,
  check: aCheck(),
  ...change,
});
export const aDeskOf = (change: Partial<TradingDesk> = {}): TradingDesk => ({
  broker: { id: 9, title: 'Neem Securities', logo: '' },
  session: { state: 'active', expires_at: '2026-12-01T00:30:00.000Z', client_id: 'NS1234' },
  way: 'api',
  way_why: 'Neem Securities has approved orders by API from this site.',
  simulated: true,
  takes: { types: ['MARKET', 'LIMIT', 'SL', 'SL-M'], products: ['CNC', 'MIS', 'NRML'], after_market: true, modify: true },
  phase: 'continuous',
  phase_text: 'Open, closes 15:30',
  limits: { orders: 20, rupees: 500_000 },
  limits_next: null,
  used: { orders: 2, paise: 60_000_00 },
  paused_until: null,
  unknown: [],
  draft: null,
  ...change,
});
export const anOrder = (change: Partial<Order> = {}): Order => ({
  id: 'ord_1',
  basket_id: 'bas_1',
  leg: 0,
  slice: 0,
  broker: { id: 9, title: 'Neem Securities' },
  way: 'api',
  broker_order_id: '261130000001',
  ticket: aLeg(),
  name: 'Tata Consultancy Services',
  state: 'open',
  state_text: 'It stands in the market.',
  filled: 0,
  average: null,
  reason: null,
  change: null,
  unknown_since: null,
  handed_over_at: null,
  looked_at: null,
  after_market: false,
  may: { modify: true, cancel: true },
  version: 3,
  placed_at: '2026-11-30T05:00:00.000Z',
  updated_at: '2026-11-30T05:00:01.000Z',
  ...change,
});
export const anUnknownOrder = (change: Partial<Order> = {}): Order =>
  anOrder({
    state: 'unknown',
    state_text: 'Neem Securities did not answer in time.',
    broker_order_id: '',
    unknown_since: '2026-11-30T05:00:05.000Z',
    may: { modify: false, cancel: false },
    ...change,
  });
