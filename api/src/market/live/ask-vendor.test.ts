import { expect, test } from 'vitest';
import { jsonOf } from './ask-vendor.ts';
import { LineFault } from './price-line.ts';

const flood = (value: string, count: number): string => `{"status":"success","data":{"candles":[${`${value},`.repeat(count)}1]}}`;

test('an answer of more values than any has is refused in a sentence before it is parsed, and takes the main thread no longer than a moment', () => {
  const begin = process.threadCpuUsage().user;
  expect(() => jsonOf('Upstox', flood('1', 2_000_000))).toThrow(
    new LineFault('Upstox’s answer is refused (TOO_MANY_VALUES). It has more than 3,50,000 values.'),
  );
  expect(() => jsonOf('Upstox', flood('{}', 1_300_000))).toThrow('It has more than 45,000 lists and objects.');
  expect((process.threadCpuUsage().user - begin) / 1000).toBeLessThan(150);
  expect(jsonOf('Upstox', flood('[1,2]', 40_000))).toMatchObject({ status: 'success' });
  expect(() => jsonOf('Upstox', '<html>')).toThrow(new LineFault('Upstox answered with something else than JSON.'));
});
