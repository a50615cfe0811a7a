import { expect, test } from 'vitest';
import { FILE_ABILITIES, NSE_FILES } from './feed/source.ts';
import { pricesLine } from './prices-line.ts';

const files = { source: NSE_FILES, can: FILE_ABILITIES };
const broker = { source: { ...NSE_FILES, name: 'Zerodha Kite' }, can: { ...FILE_ABILITIES, ticking: true } };
const until = (time: string) => ({ until: new Date(time), because: null, since: null });

test.each([
  ['files of the day before, in the session', files, '2026-11-27T03:30:00Z', '2026-11-27T06:00:00Z', 'NSE end-of-day files, 26 Nov 2026'],
  ['files of today, in the evening', files, '2026-11-27T14:00:00Z', '2026-11-27T14:00:00Z', 'NSE end-of-day files, 27 Nov 2026'],
  ['files of Friday, on Sunday', files, '2026-11-29T06:00:00Z', '2026-11-29T06:00:00Z', 'NSE end-of-day files, 27 Nov 2026'],
  ['no file at all', files, '1970-01-01T00:00:00Z', '2026-11-27T06:00:00Z', 'NSE end-of-day files, none yet'],
  ['a broker’s ticks in the session', broker, '2026-11-27T06:00:00Z', '2026-11-27T06:00:01Z', 'Zerodha Kite, live'],
  ['a broker’s ticks after it', broker, '2026-11-27T16:00:00Z', '2026-11-27T16:00:00Z', 'Zerodha Kite, 27 Nov 2026, 15:35 IST'],
  ['a broker’s ticks before it', broker, '2026-11-27T03:00:00Z', '2026-11-27T03:00:00Z', 'Zerodha Kite, 26 Nov 2026, 15:35 IST'],
])('%s', (_case, feed, known, now, expected) => {
  expect(pricesLine(feed, until(known), new Date(now), true)).toBe(`Prices: ${expected}`);
});

test('ticks that stopped coming are of their time, not live', () => {
  expect(pricesLine(broker, until('2026-11-27T05:30:00Z'), new Date('2026-11-27T06:00:00Z'), false)).toBe('Prices: Zerodha Kite, 27 Nov 2026, 11:00 IST');
});

test('made-up prices are said to be so instead', () => {
  const invented = { ...broker, source: { ...broker.source, invented: true } };
  expect(pricesLine(invented, until('2026-11-27T05:30:00Z'), new Date('2026-11-27T06:00:00Z'), true)).toBe(
    'Simulated market — prices, experts and results are not real',
  );
});
