import { expect, test } from 'vitest';
import {
  CAMPAIGN_DELAY_MS,
  CHAT_PX,
  CHAT_TIMEOUT_MS,
  DEMO_BOOKING,
  DESKTOP_PX,
  EXPERT_VIEW_PX,
  LAZY_IMAGE_MARGIN_PX,
  LOADER_DEFAULTS,
  REQUEST_TIMEOUT_MS,
  SOCKET_RECONNECTION,
  TOAST_MS,
  UPLOAD_TIMEOUT_MS,
} from './constants.ts';
import { DEFAULTS } from './first-choices.ts';
import { MARKET_TYPES } from './market/market-types.ts';

test.each([
  ['S9-LIM-06', REQUEST_TIMEOUT_MS, 300000],
  ['S9-LIM-07', CHAT_TIMEOUT_MS, 300000],
  ['S9-LIM-08', UPLOAD_TIMEOUT_MS, 30000],
  ['S9-LIM-10', SOCKET_RECONNECTION.attempts, 5],
  ['S9-LIM-13', CAMPAIGN_DELAY_MS, 1000],
  ['S9-LIM-14', DEMO_BOOKING.earliestInDays, 2],
  ['S9-LIM-16', DEMO_BOOKING.debounceMs, 500],
  ['S9-LIM-17', DEMO_BOOKING.utcOffset, '+05:30'],
  ['S9-LIM-18, S9-LIM-A02', DESKTOP_PX, 1284],
  ['S9-LIM-19', EXPERT_VIEW_PX, 1100],
  ['S9-LIM-20', CHAT_PX, 880],
  ['S9-DEF-01', DEFAULTS.marketType, 'equity'],
  ['S9-DEF-03', DEFAULTS.dashboardPeriod, '1M'],
  ['S9-DEF-04', DEFAULTS.expertPeriod, '1M'],
  ['S9-DEF-05', DEFAULTS.term, 'shortTerm'],
  ['S9-DEF-06', DEFAULTS.tradeMenu, 'TRADE'],
  ['S9-DEF-07', DEFAULTS.dashboardSubmenu, 'EXPERTS_HUB'],
  ['S9-DEF-08', DEFAULTS.paymentFaqMenu, 'SUBSCRIPTION'],
  ['S9-DEF-09', DEFAULTS.supportState, 'NEW_TICKET'],
  ['S9-DEF-10', DEFAULTS.marketIdeasSubmenu, 'ALL_COMPANIES'],
  ['S9-DEF-11, S9-DEF-A01', DEFAULTS.efsSubmenu, 'EARN_FROM_VIMARSH'],
  ['S9-LOOK-01', LOADER_DEFAULTS.color, '#2d2e8d'],
  ['S9-LOOK-02', LOADER_DEFAULTS.font, 'Montserrat'],
  ['S9-LOOK-03, S9-LOOK-A01', LOADER_DEFAULTS.size, 12],
  ['S9-LOOK-04', LOADER_DEFAULTS.radius, 10],
  ['S9-LOOK-05', LOADER_DEFAULTS.lineWidth, 5],
])('constant of the specification (%s)', (_id, actual, expected) => {
  expect(actual).toBe(expected);
});

test('notices last 1.5, 2 or 3 seconds (S9-LIM-11)', () => {
  expect(Object.values(TOAST_MS)).toEqual([1500, 2000, 3000]);
});

test('demo days off are Sunday and Saturday (S9-LIM-15)', () => {
  expect(DEMO_BOOKING.disabledWeekdays).toEqual([0, 6]);
});

test('market types are exactly equity and options (S9-DEF-02)', () => {
  expect(MARKET_TYPES).toEqual(['equity', 'options']);
});

test('images load 200 px before they show', () => {
  expect(LAZY_IMAGE_MARGIN_PX).toBe(200);
});
