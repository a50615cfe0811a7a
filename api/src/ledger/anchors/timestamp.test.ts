import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { blocksOf, completed, otsFile, pendingOf, readTimestamp, writeTimestamp } from './timestamp.ts';

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');
const sha256 = (...parts: Uint8Array[]): Buffer => createHash('sha256').update(Buffer.concat(parts)).digest();
const DIGEST = sha256(Buffer.from('a head'));
const URI = Buffer.from('https://cal.example').toString('hex');
/** append 4 bytes, SHA-256, and a calendar's promise. */
const PROMISE = hex(`f0 04 01020304 08 00 83dfe30d2ef90c8e 14 13 ${URI}`);
const WAITS = sha256(DIGEST, hex('01020304'));
/** prepend 2 bytes, SHA-256 twice, and block 358391. */
const BLOCK = hex('f1 02 aabb 08 08 00 0588960d73d71901 03 f7ef15');

test('a calendar’s promise names the calendar and what it will attest', () => {
  const timestamp = readTimestamp(PROMISE, DIGEST);
  expect(pendingOf(timestamp)).toEqual([{ calendar: 'https://cal.example', message: WAITS }]);
  expect(blocksOf(timestamp)).toEqual([]);
  expect(writeTimestamp(timestamp)).toEqual(PROMISE);
});

test('what has come into a block takes the promise’s place', () => {
  const timestamp = completed(readTimestamp(PROMISE, DIGEST), WAITS, readTimestamp(BLOCK, WAITS));
  expect(pendingOf(timestamp)).toEqual([]);
  expect(blocksOf(timestamp)).toEqual([358_391]);
  expect(writeTimestamp(timestamp)).toEqual(hex('f0 04 01020304 08 f1 02 aabb 08 08 00 0588960d73d71901 03 f7ef15'));
});

test('several calendars are branches of one file, which begins as the format says', () => {
  const file = otsFile([readTimestamp(PROMISE, DIGEST), readTimestamp(BLOCK, DIGEST)]);
  const head = hex('004f70656e54696d657374616d7073000050726f6f6600bf89e2e884e89294 01 08');
  expect(file).toEqual(Buffer.concat([head, DIGEST, hex('ff'), PROMISE, BLOCK]));
  const both = readTimestamp(file.subarray(head.length + 32), DIGEST);
  expect([pendingOf(both).length, blocksOf(both)]).toEqual([1, [358_391]]);
});

test.each([
  ['nothing', '', 'cut off'],
  ['one that ends in the middle', 'f0 04 0102', 'cut off'],
  ['one with something behind it', `${PROMISE.toString('hex')} 00`, 'Something follows'],
  ['an operation nobody knows', 'f5 01 00 08', 'unknown operation'],
  ['too long a part', 'f0 ff7f 00', 'too long'],
  ['a number without end', 'f0 ffffffffffff', 'too large'],
  ['steps without end', `${'08'.repeat(300)} 00 0588960d73d71901 01 01`, 'too many steps'],
])('%s is refused', (_, bytes, why) => {
  expect(() => readTimestamp(hex(bytes), DIGEST)).toThrow(why);
});
