import { snapToTick } from '@vimarsh/shared/domain/market/ticks.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase } from '../platform/testing.ts';
import { draftOf, openStage, type Stage } from './testing.ts';

/** Friday 20 Nov 2026, 10:30 IST. */
const START = '2026-11-20T05:00:00.000Z';

describe.each(await featureDatabase())('what experts may do of a thing, on %s', (database) => {
  let stage: Stage;
  let id = '';
  beforeAll(async () => {
    stage = await openStage({ database, start: START });
    const { ltp } = stage.market.quote('TCS')!;
    const { tick } = stage.market.instrument('TCS')!;
    const level = (pct: number): number => snapToTick(ltp * (1 + pct / 100), tick);
    const draft = draftOf({ stock: 'TCS', entry_low: ltp, entry_high: ltp, target: level(6), stop_loss: level(-4), valid_till: '2026-12-11' });
    id = (await stage.post('exp_01', '/reco/v1/calls', { cid: 'call', draft })).data.id;
  });
  afterAll(() => stage?.end());
  const note = (cid: string, words = 'Still in line with the thesis.') => stage.post('exp_01', `/reco/v1/calls/${id}/note`, { cid, note: words });

  test('a call takes ten notes a day; the next day it takes more', async () => {
    for (let at = 0; at < 10; at += 1) expect((await note(`note-${at}`)).validation).toBe('');
    expect(await note('one-more')).toMatchObject({ code: 'BAD_REQUEST', validation: 'You have added 10 notes to this call today; that is the limit.' });
    // The answer to a note that stands already is given again.
    expect((await note('note-9')).status).toBe(true);
    await stage.goTo('2026-11-23T05:00:00.000Z');
    expect((await note('one-more')).validation).toBe('');
  });

  test('dots are no note', async () => {
    expect(await note('dots', '.'.repeat(40))).toMatchObject({
      code: 'BAD_REQUEST',
      problems: [{ path: 'note', message: 'Write it in words: at least 7 letters and digits' }],
    });
  });

  test('nobody follows themselves', async () => {
    const follow = (on: boolean) => stage.post('exp_01', '/reco/v1/follow', { user_id: 'exp_01', on });
    expect(await follow(true)).toMatchObject({ code: 'BAD_REQUEST', validation: 'You can’t follow yourself.' });
    expect((await follow(false)).data).toEqual({ following: false });
  });
});
