import { aCall, aPage } from '@vimarsh/shared/contract/calls/call.testing.ts';
import { expect, test } from 'vitest';
import { endedWords } from './ended-words.ts';

const exitAt = (price: number) => ({ price, ts: '2026-11-19T05:00:00.000Z', reason: '' });
const gained = aCall({ status: 'target_hit', exit: exitAt(3150), realised_return: 5, r_multiple: 2 });
const lost = aCall({ status: 'sl_hit', exit: exitAt(2925), realised_return: -2.5, r_multiple: -1 });
const lapsed = aCall({ status: 'lapsed' });

test('gains and losses are counted alike, and what had neither is not left out', () => {
  expect(endedWords(aPage([gained, lost, lost, lapsed]))).toMatch(/^4 calls: 1 gained, 2 lost, 1 without a gain or loss\./);
  expect(endedWords(aPage([lost]))).toMatch(/^1 call: 0 gained, 1 lost\./);
});

test('a call that did not earn its costs has not gained, as in every other count', () => {
  const little = { status: 'exited', exit: exitAt(3006), realised_return: 0.2, r_multiple: 0.1 } as const;
  const page = aPage([aCall(little), aCall({ ...little, term: 'intraday' })]);
  expect(endedWords(page)).toMatch(/^2 calls: 1 gained, 1 lost\. A call gained when a follower made more than its costs\. /);
});

test('no count where the site’s policy allows no figure, and none of a list that goes on', () => {
  for (const page of [aPage([gained, lost], { by_result: false }), aPage([gained, lost], { next: 'more', total: 80 })])
    expect(endedWords(page)).toBe('Past results don’t tell what comes next.');
});

test('none is said in words', () => expect(endedWords(aPage([]))).toBe('There are none you can read.'));
