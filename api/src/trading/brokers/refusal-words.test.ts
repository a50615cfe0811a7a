import { ORDER_REASONS } from '@vimarsh/shared/domain/trading/order/order-words.ts';
import { describe, expect, test } from 'vitest';
import { brokerWords, refusalCode } from './refusal-words.ts';

describe('refusals in brokers’ words', () => {
  test.each<[keyof typeof ORDER_REASONS, string]>([
    ['FUNDS', 'Insufficient funds. Required margin is 95417.84 but available margin is 74251.80.'],
    ['FUNDS', 'RMS:Margin Exceeds,Cash Available: 3,950.90, Required: 12,000.00'],
    ['FUNDS', 'RMS:Margin Shortfall of Rs 200 for entity account'],
    ['FUNDS', 'Insufficient balance in your trading account'],
    ['HOLDINGS', 'Insufficient stock holding or there are pending sell orders for this stock.'],
    ['HOLDINGS', 'RMS:Rule: Check holdings including btst, No Holdings Present for entity account'],
    ['HOLDINGS', 'Please complete the TPIN authorisation to sell this stock'],
    ['LOT', 'Quantity should be multiple of lot size 75'],
    ['LOT', '16328 : Quantity is not a multiple of regular lot'],
    ['FREEZE', 'RMS:Blocked for Single order quantity exceeds freeze quantity'],
    ['FREEZE', 'Order quantity is greater than maximum allowed 1800'],
    ['TICK', 'Tick size for this script is 5.00 paise. Kindly enter price in the multiple of tick size for this script.'],
    ['TICK', 'The price is not a multiple of the tick size 0.05'],
    ['BAND', '16283 : The order price is out of the current execution range.'],
    ['BAND', 'Your order price is lower than the current lower circuit limit of 102.5.'],
    ['BAND', 'Order price is outside the daily price range'],
    ['CLOSED', 'Markets are closed right now. Use AMO for placing orders.'],
    ['CLOSED', 'Market is Closed! Want to place an offline order?'],
    ['BANNED', 'This security is in the F&O ban period, only square off is allowed'],
    ['BLOCKED', 'RMS:Rule: Option buying blocked for illiquid contracts'],
    ['BLOCKED', 'MIS orders are not allowed for this stock under surveillance'],
    ['ADDRESS', 'Invalid IP'],
    ['ADDRESS', 'IP 203.0.113.9 is not allowed to place orders for this app'],
    ['ADDRESS', 'No IPs configured for this app. Add allowed IPs on the developer console.'],
    ['SESSION', 'Session Expired : Invalid Session Key'],
    ['SESSION', 'Incorrect `api_key` or `access_token`.'],
    ['RATE', 'Maximum allowed order requests exceeded.'],
    ['RATE', 'Too many requests on server from single user breaching rate limits.'],
    ['OVER', 'Rejected : ORA:Order not found to Cancel'],
    ['OVER', 'Order has been cancelled already'],
    // Says both that it has ended and that it has not.
    ['OTHER', 'Order cannot be cancelled as it is being processed. Try later.'],
    ['OTHER', 'Error Occurred : 2 "invalid input"'],
    ['OTHER', 'Something that nobody has seen before'],
    ['OTHER', ''],
  ])('S2.1-ROUTE-19: %s: %s', (code, words) => {
    expect(refusalCode(words)).toBe(code);
    expect(ORDER_REASONS[code].text).not.toBe('');
  });

  test('S2.1-ROUTE-19: a broker’s sentence is kept in one line of bounded length', () => {
    expect(brokerWords(' no\n\tmoney\u0000 ')).toBe('no money');
    expect(brokerWords('x'.repeat(1_000))).toHaveLength(300);
  });
});

test('S2.1-ROUTE-19: a broker’s sentence is cut between signs, and holds nothing that a database refuses', () => {
  const said = brokerWords(`${'a'.repeat(298)}😀 and more \ud83d`);
  expect(said.isWellFormed()).toBe(true);
  expect(said.length).toBeLessThanOrEqual(300);
});
