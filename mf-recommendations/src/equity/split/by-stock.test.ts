import { aCall } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { expect, test } from 'vitest';
import { byStock, lettersOf, MOST_OVERLAID, overlaid, stockLevels } from './by-stock.ts';

const calls = [
  aCall({ id: 'a', stock: 'TCS' }),
  aCall({ id: 'b', stock: 'INFY', stock_name: 'Infosys' }),
  aCall({ id: 'c', stock: 'TCS', call_type: 'Sell' }),
  aCall({ id: 'd', stock: 'TCS' }),
];

test('calls stand under their stocks, both in the order of the list, with how many are of each side', () => {
  expect(byStock(calls).map(({ stock, calls: own, sides }) => [stock, own.map(({ id }) => id).join(''), sides])).toEqual([
    ['TCS', 'acd', '2 Buy · 1 Sell'],
    ['INFY', 'b', '1 Buy'],
  ]);
  expect(byStock([])).toEqual([]);
});

test.each([
  [[], 'abcd'],
  [['d'], 'dabc'],
  [['d', 'b'], 'dbac'],
  [['x'], 'abcd'],
])('of %j the chart shows %s first', (first, order) => {
  const shown = overlaid([...calls, aCall({ id: 'e' })], first).map(({ id }) => id);
  expect(shown.join('')).toBe(order);
  expect(shown).toHaveLength(MOST_OVERLAID);
});

test('each line says of which call it is', () => {
  const [first, second] = [aCall({ id: 'a' }), aCall({ id: 'c', entry_fill: null, price: 3010, target_price: 2900, stop_loss: 3060 })];
  expect(stockLevels([first, second]).map(({ label, value }) => [label, value])).toEqual([
    ['A Target', 3150],
    ['A Entered', 3000],
    ['A Stop', 2925],
    ['B Target', 2900],
    ['B Entry', 3010],
    ['B Stop', 3060],
  ]);
  expect([...lettersOf([first, second])]).toEqual([
    ['a', 'A'],
    ['c', 'B'],
  ]);
});
