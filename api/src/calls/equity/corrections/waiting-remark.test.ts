import { expect, test } from 'vitest';
import { waitingWords } from './waiting-remark.ts';

const step = (stock: string, day = '2026-05-06') => ({ stock, day });

test.each([
  ['none', [], []],
  [
    'one',
    [step('VEDL', '2026-04-30')],
    [
      '1 open call waits because nobody knows what a corporate action made of the price (VEDL on 2026-04-30): import the list of actions or the exchange’s adjustment, or let two admins decide.',
    ],
  ],
  [
    'several, each stock once',
    [step('ITC'), step('ITC'), step('A'), step('B'), step('C'), step('D'), step('E')],
    [
      '7 open calls wait because nobody knows what a corporate action made of the price (ITC on 2026-05-06, A on 2026-05-06, B on 2026-05-06, C on 2026-05-06, D on 2026-05-06 and 1 more): import the list of actions or the exchange’s adjustment, or let two admins decide.',
    ],
  ],
])('%s', (_, waiting, said) => expect(waitingWords(waiting)).toEqual(said));
