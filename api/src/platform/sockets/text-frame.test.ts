import { expect, test } from 'vitest';
import { textFrame } from './text-frame.ts';

test.each<[string, string, string]>([
  ['the example of RFC 6455, 5.7', 'Hello', '810548656c6c6f'],
  ['nothing', '', '8100'],
  ['bytes are counted, not letters', '₹', '8103e282b9'],
])('%s', (_name, text, frame) => expect(textFrame(text).toString('hex')).toBe(frame));

test.each([
  [125, '817d'],
  [126, '817e007e'],
  [65_535, '817effff'],
  [65_536, '817f0000000000010000'],
])('%i bytes have their length in the head', (length, head) => {
  const frame = textFrame('x'.repeat(length));
  expect(frame.subarray(0, head.length / 2).toString('hex')).toBe(head);
  expect(frame.subarray(head.length / 2).toString()).toBe('x'.repeat(length));
});
