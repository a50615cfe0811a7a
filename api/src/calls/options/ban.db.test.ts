import type { OptionCall } from '@vimarsh/shared/contract/calls/options/types.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase } from '../../platform/testing.ts';
import { openStage, type Stage } from '../testing.ts';
import { type OptionStage, optionDraftOf } from './drafts.testing.ts';

const URL = '/reco/v1/options/calls';
const EXPIRY = '2026-12-29';
const LEVELS = { target: { basis: 'pnl', value: 6500 }, stop: { basis: 'pnl', value: -5000 } } as const;

/** The simulated exchange bans RELIANCE on 7 and 8 December 2026, and nothing on the 4th and 9th. */
describe.each(await featureDatabase())('the F&O ban on %s', (database) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ database, start: '2026-12-04T05:00:00.000Z' });
  }, 120_000);
  afterAll(() => stage?.end());

  const spread = async (outlook: 'bullish' | 'volatile', more = {}) =>
    optionDraftOf(
      stage.market as OptionStage,
      'RELIANCE',
      EXPIRY,
      [
        ['buy', 'CE', 0],
        ['sell', 'CE', 3],
      ],
      { ...LEVELS, outlook, ...more },
    );
  const banned = async (): Promise<unknown[]> =>
    (await stage.get('usr_pro', `${URL}?view=live`)).data.items.map(({ status, now }: OptionCall) => [status, now?.banned]);

  test('open calls say that their underlying came under the ban; one that still waits is cancelled by it, and nothing new is published', async () => {
    const [entered, waits] = [await spread('bullish'), await spread('volatile', { net_limit: 9.1 })];
    for (const [author, draft] of [
      ['exp_01', entered],
      ['exp_02', waits],
    ] as const) {
      const answer = await stage.post(author, URL, { cid: `ban-${author}`, draft });
      expect(answer.validation, JSON.stringify(answer.problems)).toBe('');
    }
    await stage.goTo('2026-12-04T05:05:00.000Z');
    expect((await banned()).toSorted()).toEqual([
      ['active', false],
      ['awaiting_entry', false],
    ]);

    await stage.goTo('2026-12-07T05:00:00.000Z');
    expect(await banned()).toEqual([['active', true]]);
    const gone = (await stage.get('usr_pro', `${URL}?view=past`)).data.items;
    expect(gone).toMatchObject([{ status: 'cancelled' }]);
    expect((await stage.get('usr_pro', `${URL}/${gone[0].id}`)).data.events.at(-1)).toMatchObject({
      type: 'cancelled',
      payload: { reason: 'The underlying came under the F&O ban, which allows no new positions' },
    });

    const refused = await stage.post('exp_02', URL, { cid: 'ban-new', draft: await spread('bullish') });
    expect(refused).toMatchObject({
      code: 'PUBLISH_RULE',
      validation: 'RELIANCE is under the F&O ban today, which allows no new positions.',
      problems: [{ path: 'OPT-BAN' }],
    });
    expect(stage.market.instrument('RELIANCE')?.status).toBe('ban');
  });

  test('when the ban is over, calls are published again', async () => {
    await stage.goTo('2026-12-09T05:00:00.000Z');
    expect(stage.market.instrument('RELIANCE')?.status).toBe('active');
    const answer = await stage.post('exp_02', URL, { cid: 'ban-over', draft: await spread('bullish') });
    expect(answer.validation, JSON.stringify(answer.problems)).toBe('');
  });
});
