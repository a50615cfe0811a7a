import type { OptionDetail } from '@vimarsh/shared/contract/calls/options/types.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { featureDatabase } from '../../platform/testing.ts';
import { openStage, type Stage } from '../testing.ts';
import { type OptionStage, optionDraftOf } from './drafts.testing.ts';

const CALLS = '/reco/v1/options/calls';
/** Thursday 19 Nov 2026, 10:30 IST. */
const START = '2026-11-19T05:00:00.000Z';
const BONUS = { symbol: 'NIFTY', day: '2026-11-20', type: 'bonus', ratio: 2 } as const;
const late_action = { ex_date: BONUS.day, actions: ['bonus'] };

describe.each(await featureDatabase())('an action that is listed after prices ended an option call (%s)', (database) => {
  let stage: Stage;
  let id = '';
  const call = async (): Promise<OptionDetail> => (await stage.get('usr_pro', `${CALLS}/${id}`)).data;
  const desk = async () => (await stage.get('usr_admin', '/admin/v1/corrections')).data;

  beforeAll(async () => {
    stage = await openStage({ database, start: START, authorRecords: true });
    const draft = await optionDraftOf(
      stage.market as OptionStage,
      'NIFTY',
      '2026-12-01',
      [
        ['buy', 'CE', 0],
        ['sell', 'CE', 4],
      ],
      { target: { basis: 'pnl', value: 2000 }, stop: { basis: 'pnl', value: -1000 } },
    );
    const answer = await stage.post('exp_01', CALLS, { cid: 'late', draft });
    expect(answer.validation, JSON.stringify(answer.problems)).toBe('');
    id = answer.data.id;
    await stage.goTo('2026-12-01T13:20:00.000Z');
  }, 120_000);
  afterAll(() => stage?.end());

  test('the call says that it is looked at, in its list and on its page, and stands on the desk; its end stays', async () => {
    const before = await call();
    expect(['target_hit', 'sl_hit', 'expired']).toContain(before.status);
    expect(before.exit_at! > '2026-11-20T04:00', 'it lived over the ex-date').toBe(true);
    expect(before).not.toHaveProperty('late_action');
    // Invented prices know of no late list, so these are told to be an exchange’s and their list to have grown.
    Object.defineProperty(stage.market, 'source', { value: { ...stage.market.source, invented: false } });
    const spy = vi.spyOn(stage.market, 'actions').mockImplementation((symbol) => (symbol === undefined || symbol === 'NIFTY' ? [BONUS] : []));
    expect(await call()).toEqual({ ...before, late_action });
    const { items } = (await stage.get('usr_pro', `${CALLS}?view=past`)).data;
    expect(items.find((one: OptionDetail) => one.id === id)).toMatchObject({ late_action });
    expect((await desk()).late_options).toMatchObject([{ id, status: before.status, late_action }]);
    expect((await desk()).late_calls).toEqual([]);
    spy.mockImplementation(() => [{ ...BONUS, day: '2026-12-02' }]);
    expect(await call(), 'of after its end').toEqual(before);
    spy.mockImplementation((symbol) => (symbol === undefined || symbol === 'NIFTY' ? [BONUS] : []));
  });

  test('two people let its end stand, and a list that says another thing of the day asks anew', async () => {
    const { events } = await call();
    const corrects = events.findIndex(({ type }) => ['target_hit', 'sl_hit', 'expired'].includes(type)) + 1;
    const said = { reason: 'The bonus was of another class of shares.', evidence: 'The exchange’s circular.', sha256: null };
    const body = { cid: 'stands', call_id: id, corrects, decision: 'stands', outcome: null, price: null, ...said };
    const { data } = await stage.post('usr_admin', '/admin/v1/corrections', body);
    expect(data).toMatchObject({ strategy: 'BULL_CALL', stock: 'NIFTY', late_action, state: 'waiting' });
    const first = vi.spyOn(stage.market, 'actions').mockImplementation(() => [{ ...BONUS, type: 'split' }]);
    expect(await stage.post('usr_admin2', `/admin/v1/corrections/${data.id}/decide`, { approve: true }), 'they looked at a bonus').toMatchObject({
      status: false,
      validation: 'The call has gone on since this was proposed. Refuse it and propose anew.',
    });
    first.mockImplementation(() => [BONUS]);
    expect((await stage.post('usr_admin2', `/admin/v1/corrections/${data.id}/decide`, { approve: true })).data.state).toBe('approved');
    expect(await call()).not.toHaveProperty('late_action');
    expect((await call()).events, 'no event says it').toEqual(events);
    expect((await desk()).late_options).toEqual([]);
    first.mockImplementation(() => [{ ...BONUS, type: 'split' }]);
    expect(await call()).toMatchObject({ late_action: { ex_date: BONUS.day, actions: ['split'] } });
  });
});
