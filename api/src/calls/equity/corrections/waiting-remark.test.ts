import type { NotJudgeable } from '@vimarsh/shared/contract/calls/not-judgeable.ts';
import { expect, test } from 'vitest';
import { WaitingRemark, waitingWords } from './waiting-remark.ts';

const step = (stock: string, day = '2026-05-06', cause: NotJudgeable['cause'] = 'price_step') => ({ stock, day, cause });

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
  [
    'several reasons, each by itself',
    [step('ITC'), step('A', '2026-05-05', 'missing_day'), step('B', '2026-05-05', 'missing_day'), step('C', '2026-05-04', 'suspended')],
    [
      '1 open call waits because nobody knows what a corporate action made of the price (ITC on 2026-05-06): import the list of actions or the exchange’s adjustment, or let two admins decide.',
      '2 open calls wait because the prices of a day are missing (A on 2026-05-05, B on 2026-05-05): import the exchange’s file of that day, or let two admins decide.',
      '1 open call waits because no trade of the stock is on file since a day (C on 2026-05-04).',
    ],
  ],
])('%s', (_, waiting, said) => expect(waitingWords(waiting)).toEqual(said));

test('a step of today is said from its first price on, hours before the record of its calls tells it, and no more once it is explained', async () => {
  const STEP = { cause: 'price_step', day: '2026-05-07', before: 800, opened: 400 } as const;
  let step: NotJudgeable | null = null;
  const market = {
    now: () => new Date('2026-05-07T03:46:00.000Z'),
    stepOn: (stock: string, day: string) => (stock === 'ITC' && day === STEP.day ? step : null),
  };
  const open = { waiting: [{ stock: 'TCS', cause: 'missing_day', day: '2026-05-05' } as const], others: ['ITC', 'SBIN', 'ITC'] };
  const remark = new WaitingRemark(
    async () => open,
    market,
    () => expect.unreachable(),
  );
  expect(remark.said()).toEqual([]);
  await remark.look();
  expect(remark.said()).toEqual([expect.stringContaining('1 open call waits because the prices of a day are missing (TCS on 2026-05-05)')]);
  step = STEP;
  expect(remark.said()[0]).toContain('2 open calls wait because nobody knows what a corporate action made of the price (ITC on 2026-05-07)');
  step = null;
  expect(remark.said()).toHaveLength(1);
});
