import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { featureDatabase } from '../../platform/testing.ts';
import { openStage, type Stage } from '../testing.ts';
import { type OptionStage, optionDraftOf } from './drafts.testing.ts';

/** Friday 20 Nov 2026, 10:30 IST. */
const START = '2026-11-20T05:00:00.000Z';
const LATER = '2026-11-20T05:00:02.000Z';

describe.each(await featureDatabase())('times of option calls in the record on %s', (database) => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await openStage({ database, start: START });
  }, 120_000);
  afterAll(() => stage?.end());

  test('who waits for the record is published when it is their turn, not when they asked, so that times never run back', async () => {
    const draft = await optionDraftOf(stage.market as OptionStage, 'NIFTY', '2026-11-23', [['buy', 'CE', 0]]);
    const held = Promise.withResolvers<void>();
    const free = Promise.withResolvers<void>();
    const busy = stage.platform.transaction(async (tx) => {
      await stage.ledger.lock(tx);
      held.resolve();
      await free.promise;
    });
    await held.promise;
    const asked = stage.post('exp_01', '/reco/v1/options/calls', { cid: 'waits', draft });
    await new Promise((resolve) => setTimeout(resolve, 500));
    stage.market.now = () => new Date(LATER);
    free.resolve();
    await busy;
    const { validation, data } = await asked;
    expect(validation).toBe('');
    expect(Date.parse(data.published_at)).toBeGreaterThanOrEqual(Date.parse(LATER));
    expect(Date.parse(data.events[0].ts)).toBe(Date.parse(data.published_at));
  });
});
