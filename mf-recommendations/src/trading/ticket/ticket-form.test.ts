import { describe, expect, test } from 'vitest';
import { aLeg, aSubject, aTicket } from '../trading.testing.ts';
import { formOf, proposalText, readTicketForm, type TicketLegForm, ticketFieldOf } from './ticket-form.ts';

const NIFTY = { type: 'CE', strike: 24_000, expiry: '2026-12-01' } as const;
const option = aLeg({ symbol: 'NIFTY', contract: NIFTY, exchange: 'NFO', product: 'NRML', quantity: 150, price: 101.5 });
const lot75 = aSubject({ symbol: 'NIFTY', contract: NIFTY, lot: 75 });

test('a ticket comes back from its fields as it was, options in lots (S9-LIM-29)', () => {
  const ticket = aTicket(aLeg(), option);
  const form = formOf(ticket, [aSubject(), lot75]);
  expect(form.map(({ count, price, trigger }) => [count, price, trigger])).toEqual([
    ['10', '3000.00', ''],
    ['2', '101.50', ''],
  ]);
  expect(readTicketForm(form, [aSubject(), lot75]).ticket).toEqual(ticket);
});

test('without its lot an option stands in units, so that nothing is counted twice', () => {
  const form = formOf(aTicket(option), []);
  expect(form[0]!.count).toBe('150');
  expect(readTicketForm(form, []).ticket).toEqual(aTicket(option));
});

describe('what keeps a leg from being a ticket stands at its field', () => {
  const read = (patch: Partial<TicketLegForm>) => readTicketForm([{ ...formOf(aTicket(), [])[0]!, ...patch }], []);
  test.each([
    [{ count: '' }, { count: 'Enter how many shares' }],
    [{ count: '1.5' }, { count: 'Enter a whole number' }],
    [{ count: '0' }, { count: 'Enter 1 or more' }],
    [{ count: '10000001' }, { count: 'Enter fewer than 1,00,00,000' }],
    [{ price: '' }, { price: 'Enter a price' }],
    [{ price: '0' }, { price: 'Enter a price above zero' }],
    [{ price: '10.123' }, { price: 'Prices have at most 2 decimals' }],
    [{ type: 'SL' as const }, { trigger: 'Enter a trigger price' }],
  ])('%o', (patch, problems) => {
    expect(read(patch)).toEqual({ ticket: null, problems: [problems] });
  });
  test('a field that the order type does not have is not read', () => {
    expect(read({ type: 'MARKET', price: 'x' }).ticket!.legs[0]).toMatchObject({ type: 'MARKET', price: null, trigger: null });
    expect(read({ type: 'SL-M', price: 'x', trigger: '2990' }).ticket!.legs[0]).toMatchObject({ price: null, trigger: 2990 });
  });
  test('figures as people in India type them', () => {
    expect(read({ count: '1,000', price: '₹3,050.50' }).ticket!.legs[0]).toMatchObject({ quantity: 1000, price: 3050.5 });
  });
});

test('a remark finds its field, and what it proposes is shown as the field would', () => {
  expect([ticketFieldOf({ field: 'quantity' }), ticketFieldOf({ field: 'price' }), ticketFieldOf({ field: '' })]).toEqual(['count', 'price', null]);
  expect(proposalText({ field: 'quantity', proposal: 150 }, 75)).toBe('2');
  expect(proposalText({ field: 'quantity', proposal: 100 }, 75)).toBeNull();
  expect(proposalText({ field: 'price', proposal: 3000.1 }, 1)).toBe('3000.10');
  expect(proposalText({ field: 'price', proposal: null }, 1)).toBeNull();
});
