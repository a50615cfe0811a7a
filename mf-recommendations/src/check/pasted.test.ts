import { aReceipt } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { receiptLine, UNREADABLE_RECEIPT } from '@vimarsh/shared/domain/calls/receipt.ts';
import { expect, test } from 'vitest';
import { readPasted, unreadable } from './pasted.ts';

const receipt = aReceipt();

test.each([
  ['a receipt’s line', receiptLine(receipt), { kind: 'receipt', receipt }],
  ['its address', `https://vimarsh.example/how-to-check-us#${receiptLine(receipt)}`, { kind: 'receipt', receipt }],
  ['a message that holds it', `Ananya published a new call.\n\nReceipt:\n${receiptLine(receipt)}\n`, { kind: 'receipt', receipt }],
  ['its JSON', JSON.stringify(receipt, null, 2), { kind: 'receipt', receipt }],
  ['a call’s address', 'https://vimarsh.example/?reco=01M84GADFC3MJ1R65RX02TV4YR', { kind: 'call', id: '01M84GADFC3MJ1R65RX02TV4YR' }],
  ['a call’s address with more behind', '/experts-past-recommendations?term=all&reco=call_12&view=past#top', { kind: 'call', id: 'call_12' }],
  ['a call’s id', ' call_12 ', { kind: 'call', id: 'call_12' }],
  ['nothing', '', null],
  ['words', 'Is this true?', null],
  ['half a receipt', receiptLine(receipt).slice(0, 80), null],
])('%s', (_, pasted, what) => {
  expect(readPasted(pasted)).toEqual(what);
});

const line = receiptLine(receipt);
const NEITHER = 'This is neither a receipt nor the address of a call. A receipt begins with vr1.';

test.each([
  ['nothing', ' \n', 'Paste a receipt or the address of a call first.'],
  ['its first half', line.slice(0, 80), UNREADABLE_RECEIPT],
  ['one character missing', line.slice(0, 30) + line.slice(31), UNREADABLE_RECEIPT],
  ['a changed one, within a message', `Receipt:\n${line.slice(0, 30)}!${line.slice(31)}\nRegards`, UNREADABLE_RECEIPT],
  ['its mark alone', 'vr1.', UNREADABLE_RECEIPT],
  ['its JSON with another leaf', JSON.stringify({ ...receipt, leaf: 'x' }), UNREADABLE_RECEIPT],
  ['another page’s address', '/stocks/RELIANCE', NEITHER],
  ['words', 'Is this true?', NEITHER],
])('%s can’t be read, and is told why', (_, pasted, why) => {
  expect(readPasted(pasted)).toBeNull();
  expect(unreadable(pasted)).toBe(why);
});
