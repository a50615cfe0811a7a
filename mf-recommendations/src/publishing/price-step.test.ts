import { expect, test } from 'vitest';
import { stepPrice, tickKeys, typedPrice } from './price-step.ts';

test.each([
  [612.05, 0.05, 1, 612.1],
  [612.05, 0.05, -1, 612],
  [612.07, 0.05, 1, 612.1], // off the grid: the next tick, not one and a bit
  [612.07, 0.05, -1, 612.05],
  [0.01, 0.01, -1, 0.01],
  [0.29, 0.01, 1, 0.3], // 0.29 * 100 is 28.999… in binary
] as const)('%d one tick of %d in direction %d is %d', (value, tick, direction, expected) => expect(stepPrice(value, tick, direction)).toBe(expected));

test('prices are shown with two decimals', () => expect(typedPrice(1452.3)).toBe('1452.30'));

test.each([
  ['ArrowUp', '1,452.30', '1452.40'],
  ['ArrowDown', '1452.30', '1452.20'],
  ['PageUp', '1452.30', '1453.30'],
  ['PageDown', '1452.35', '1451.40'],
])('%s on %s gives %s', (key, typed, expected) => {
  let changed = '';
  tickKeys(typed, 0.1, (value) => {
    changed = value;
  })({ key, preventDefault: () => {} });
  expect(changed).toBe(expected);
});
test('other keys, and a field without a price, are left alone', () => {
  const never = () => {
    throw new Error('changed');
  };
  tickKeys('1452.30', 0.1, never)({ key: 'a', preventDefault: never });
  tickKeys('', 0.1, never)({ key: 'ArrowUp', preventDefault: never });
});
