import { expect, test } from 'vitest';
import type { Split } from '../../contract/experts/types.ts';
import { sharedTerms } from './shared-terms.ts';

const part = (of: string, too_few = false): Split => ({ of, too_few }) as Split;
const record = (...term: Split[]) => ({ splits: { term, call_type: [], sector: [], cap: [], month: [] } });

test.each([
  ['both have it', [part('shortTerm')], [part('longTerm'), part('shortTerm')], ['shortTerm']],
  ['different terms', [part('shortTerm')], [part('longTerm')], []],
  ['one of them has too few', [part('shortTerm')], [part('shortTerm', true)], []],
  ['no call at all', [], [part('shortTerm')], []],
  ['two terms', [part('longTerm'), part('shortTerm')], [part('longTerm'), part('shortTerm')], ['longTerm', 'shortTerm']],
])('terms that two records can be compared by: %s', (_, one, other, expected) => {
  const shared = sharedTerms(record(...one), record(...other));
  expect(shared.map(({ term }) => term)).toEqual(expected);
  for (const { term, one: own, other: theirs } of shared) expect([own.of, theirs.of]).toEqual([term, term]);
});
