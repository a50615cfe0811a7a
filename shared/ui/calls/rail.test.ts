import { expect, test } from 'vitest';
import { type RailLevels, readRail } from './rail.ts';

const buy: RailLevels = { stop: 1400, entry: 1450, target: 1550, price: 1500, callType: 'Buy', status: 'active' };
const sell: RailLevels = { stop: 1550, entry: 1500, target: 1400, price: 1450, callType: 'Sell', status: 'active' };

test('the stop-loss is at 0 and the target at 1, for Buy and Sell alike', () => {
  expect(readRail(buy)).toMatchObject({ entryAt: expect.closeTo(1 / 3), priceAt: expect.closeTo(2 / 3), direction: 'gain', travelled: expect.closeTo(50) });
  expect(readRail(sell)).toMatchObject({ entryAt: expect.closeTo(1 / 3), priceAt: expect.closeTo(2 / 3), direction: 'gain', travelled: expect.closeTo(50) });
});

test('a rising price is a loss for Sell', () => {
  expect(readRail({ ...sell, price: 1525 })).toMatchObject({ direction: 'loss', travelled: expect.closeTo(50) });
});

test('a price beyond an end stays on the rail and says so', () => {
  expect(readRail({ ...buy, price: 1600 })).toMatchObject({ priceAt: 1, beyond: 'target', travelled: 100 });
  expect(readRail({ ...buy, price: 1380 })).toMatchObject({ priceAt: 0, beyond: 'stop', travelled: 100, direction: 'loss' });
});

test('before the entry the text mentions no distance travelled', () => {
  const rail = readRail({ ...buy, status: 'awaiting_entry' });
  expect(rail.waiting).toBe(true);
  expect(rail.text).toBe('Buy call. Stop-loss ₹1,400.00, entry ₹1,450.00, target ₹1,550.00. Waiting for entry. Price ₹1,500.00.');
});

test('the text twin says what the rail shows', () => {
  expect(readRail(buy).text).toBe(
    'Buy call. Stop-loss ₹1,400.00, entry ₹1,450.00, target ₹1,550.00. Open. Price ₹1,500.00, 50% of the way from entry to target.',
  );
  expect(readRail({ ...buy, price: 1396, status: 'sl_hit' }).text).toContain('Stop-loss reached. Closed at ₹1,396.00, at or beyond the stop-loss.');
  expect(readRail({ ...buy, price: 1549.9 }).text).toContain('99% of the way from entry to target.');
  expect(readRail({ ...buy, price: null }).text).toMatch(/Open\.$/);
});

test('once entered, the text says so; a range is named by both ends', () => {
  expect(readRail({ ...buy, entered: true }).text).toContain('entered ₹1,450.00, target');
  expect(readRail({ ...buy, entryText: '₹1,440.00–1,460.00' }).text).toContain('entry ₹1,440.00–1,460.00, target');
});

test.each([
  ['Buy', { ...buy, stop: 1475 }, 'Stop-loss ₹1,475.00'],
  ['Sell', { ...sell, stop: 1475 }, 'Stop-loss ₹1,475.00'],
])('a stop-loss past the entry of a %s stands between entry and target, and the way still runs from the entry', (_, levels, said) => {
  const rail = readRail(levels);
  expect(rail).toMatchObject({ stopAt: expect.closeTo(0.25), entryAt: 0, priceAt: expect.closeTo(0.5), direction: 'gain', travelled: expect.closeTo(50) });
  expect(rail.text).toContain(said);
});

test('a price back at the entry, below a stop-loss past it, is not a way of nothing', () => {
  expect(readRail({ ...buy, stop: 1475, price: 1440 })).toMatchObject({ beyond: 'stop', direction: 'loss', travelled: 100 });
});

test('a published stop-loss that was moved since is called that', () => {
  expect(readRail({ ...buy, published: true, status: 'exited' }).text).toMatch(/^Buy call\. Published stop-loss ₹1,400\.00, entry/);
});

test('what it is drawn as follows what was made after costs, not the price alone', () => {
  expect(readRail({ ...buy, price: 1450.5, made: -0.22 })).toMatchObject({ direction: 'gain', tone: 'loss' });
  expect(readRail({ ...buy, price: 1500, made: 3.2 }).tone).toBe('gain');
  expect(readRail({ ...buy, price: 1440 }).tone).toBe('loss');
  expect(readRail({ ...buy, callType: 'Hold', made: null }).tone).toBe('none');
});

test('a stop-loss that ended it with a gain stands on the line and is told as one', () => {
  const rail = readRail({ ...buy, published: true, price: 1500, status: 'sl_hit', raised: 1500, made: 3.2 });
  expect(rail.raisedAt).toBeCloseTo(2 / 3);
  expect(rail.text).toContain('Stop-loss moved to ₹1,500.00. Closed at a raised stop. Closed at ₹1,500.00');
});

test('levels that coincide don’t divide by zero', () => {
  expect(readRail({ ...buy, stop: 1450, target: 1450 })).toMatchObject({ entryAt: 0.5, travelled: expect.any(Number) });
});

test.each([
  [1600, 1, 'Price ₹1,600.00, outside its band.'],
  [1550, 1, 'Price ₹1,550.00, inside its band.'],
  [1390, 0, 'Price ₹1,390.00, outside its band.'],
] as const)('a Hold at %d has no way that is good or bad', (price, priceAt, said) => {
  const rail = readRail({ ...buy, callType: 'Hold', price });
  expect(rail).toMatchObject({ priceAt, direction: 'none' });
  expect(rail.text).toContain(said);
});
