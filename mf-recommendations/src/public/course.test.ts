import { aCall } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { expect, test } from 'vitest';
import { courseOf, dayNumber, isByDay } from './course.ts';

const ended = (id: string, days: number, result: number) =>
  aCall({
    id,
    status: result > 0 ? 'target_hit' : 'sl_hit',
    realised_return: result,
    entry_fill: { price: 3000, ts: '2026-11-01T05:00:00.000Z' },
    ended_at: new Date(Date.parse('2026-11-01T05:00:00.000Z') + days * 86_400_000).toISOString(),
    exit: { price: 3000 * (1 + result / 100), ts: '2026-11-18T06:00:00.000Z', reason: '' },
  });

const course = { entry_fill: { price: 3000, ts: '2026-11-02T05:00:00.000Z' }, exit: { price: 3150, ts: '2026-11-05T06:00:00.000Z', reason: '' } };
const at = (t: string, c: number) => ({ t, o: c, h: c, l: c, c, v: 1 });

test('by the day the course takes the closes of the days between; that of the exit’s day is later than the call', () => {
  const days = ['2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05', '2026-11-06'].map((day, n) => at(`${day}T03:45:00.000Z`, 3010 + n));
  expect(courseOf(course, days, true)).toEqual([
    { price: 3000, t: '2026-11-02T05:00:00.000Z' },
    { price: 3011, t: '2026-11-03T03:45:00.000Z' },
    { price: 3012, t: '2026-11-04T03:45:00.000Z' },
    { price: 3150, t: '2026-11-05T06:00:00.000Z' },
  ]);
});

test('by the minute it takes what closed by the exit', () => {
  const minutes = ['05:00', '05:05', '05:10', '05:15'].map((time, n) => at(`2026-11-05T${time}:00.000Z`, 3010 + n));
  const short = { entry_fill: { price: 3000, ts: '2026-11-05T05:02:00.000Z' }, exit: { price: 3150, ts: '2026-11-05T05:17:00.000Z', reason: '' } };
  expect(courseOf(short, minutes, false).map(({ price }) => price)).toEqual([3000, 3011, 3012, 3150]);
  const atTheClose = { ...short, exit: { ...short.exit, ts: '2026-11-05T05:20:00.000Z' } };
  expect(courseOf(atTheClose, minutes, false).map(({ price }) => price)).toEqual([3000, 3011, 3012, 3013, 3150]);
});

test('a day has its number from its date in India, whatever is left out between', () => {
  const from = '2026-11-02T05:00:00.000Z';
  expect(['2026-11-02T09:00:00.000Z', '2026-11-03T03:45:00.000Z', '2026-11-09T03:45:00.000Z'].map((t) => dayNumber(from, t))).toEqual([1, 2, 8]);
  // 00:30 of the third in India.
  expect(dayNumber(from, '2026-11-02T19:00:00.000Z')).toBe(2);
});

test('of many prices as many as one can see', () => {
  const many = Array.from({ length: 200 }, (_, n) => at(new Date(Date.parse('2026-11-02T05:05:00.000Z') + n * 300_000).toISOString(), 3000 + n));
  expect(courseOf(course, many, false)).toHaveLength(42);
});

test.each([
  ['no prices between', course, []],
  ['no entry', { ...course, entry_fill: null }, [at('2026-11-03T03:45:00.000Z', 1)]],
  ['no exit', { ...course, exit: null }, [at('2026-11-03T03:45:00.000Z', 1)]],
])('%s make none', (_what, call, candles) => expect(courseOf(call, candles, true)).toEqual([]));

test('calls of four days and more are watched by the day, shorter ones by the minute', () => {
  expect([ended('a', 3, 1), ended('b', 4, 1)].map(isByDay)).toEqual([false, true]);
});
